import{$ as e,A as t,D as n,F as r,I as i,N as a,Q as o,R as s,W as c,et as l,gt as u,i as d,lt as f,m as p,pt as m,q as h,st as g,tt as _,ut as v,x as y}from"./disclose-version-C2cc_KH4.js";import"./legacy-DaCTOWlf.js";import{i as b,o as x,p as S,t as C,v as w}from"./layout-RIYoNB8a.js";var T=s(`<path class="leaf svelte-1a8ui7z" d="M0 0 C8 -13 24 -15 32 -4 C24 8 8 10 0 0Z"></path>`),E=s(`<svg viewBox="0 0 126 176" aria-hidden="true" class="svelte-1a8ui7z"><rect class="paper svelte-1a8ui7z" x="1" y="1" width="124" height="174" rx="11"></rect><rect class="rim svelte-1a8ui7z" x="9" y="9" width="108" height="158" rx="6"></rect><path class="stem svelte-1a8ui7z" d="M40 142 C56 116 60 84 88 38"></path><!></svg>`);function D(e){let t=[[50,122,-62],[60,104,20],[62,88,-70],[73,70,14],[76,56,-76],[90,34,-30]];var i=E(),a=_(o(i),3);n(a,1,()=>t,([e,t,n])=>`${e} ${t}`,(e,t)=>{var n=g(()=>u(c(t),3));let i=()=>c(n)[0],a=()=>c(n)[1],o=()=>c(n)[2];var s=T();h(()=>p(s,`transform`,`translate(${i()??``} ${a()??``}) rotate(${o()??``})`)),r(e,s)}),m(i),r(e,i)}var O=8,k=18;function A(e,t){let[n,...r]=S(e),i=n??0,a=t.width,o=t.unit,s=a>=700*o&&t.height>=520*o,c=s?r.length:Math.max(1,Math.min(r.length,Math.floor(a/(300*o)))),l=Math.ceil(r.length/c),u=s?12:6,d=t.height,f=(s?150:104)*o,p=s?{plate:168*o,bids:L(d*.15,88,128),cage:L(d*.075,44,60),lines:1}:{plate:88*o,bids:L(d*.12,52,88),cage:L(d*.065,32,48),lines:1},m=N(p,o),h=(d-16-f-m-(l+1)*u)/Math.max(l,1)-3*j-9,g=s?{plate:0,bids:L(d*.115,64,104),cage:L(d*.06,40,52),lines:a/c<470*o?2:1}:{plate:88*o,bids:L(h*.6,44,64),cage:L(h*.4,30,44),lines:1},_=!s&&d<400*o&&a>=540*o,v=N(g,o),y=l*v+(l-1)*u,b=d-16-y-(_?u:m+2*u),x=L(b,f,(s?250:190)*o),C=Math.max(0,b-x)/2,w={},T={},E=(a-16-(c-1)*u)/c;r.forEach((e,t)=>{let n=O+t%c*(E+u),r=O+Math.floor(t/c)*(v+u);T[e]=P(e,{x:n,y:r,w:E,h:v},g,o,w)});let D=O+y+(r.length?u:0)+C;if(_){let e=(a-16-u)/2;return F({x:O,y:D,w:e,h:x},o,w),T[i]=P(i,{x:O+e+u,y:D+(x-m)/2,w:e,h:m},p,o,w),{height:Math.ceil(D+Math.max(x,m)+O),spots:w,seats:T}}F({x:O,y:D,w:a-16,h:x},o,w);let k=D+x+u+C,A=Math.min(a-16,s?860*o:1/0);return T[i]=P(i,{x:(a-A)/2,y:k,w:A,h:m},p,o,w),{height:Math.ceil(k+m+O),spots:w,seats:T}}var j=6,M=34;function N(e,t){return 27+e.bids+e.cage*e.lines+(e.plate===0?M*t:0)}function P(e,t,n,r,i){let a=n.plate>0,o=a?n.bids:M*r,s={x:t.x+j,y:t.y+j,w:a?n.plate:t.w-12,h:o},c=a?s.x+s.w+j:t.x+j,l=a?s.y:s.y+o,u=n.bids/C;i[`bids-${e}`]={x:c,y:l,w:t.x+t.w-j-c,h:n.bids,card:u,flow:`row`,label:`none`};let d=n.cage*n.lines,f=t.w-12,p=10/n.lines;return i[`cage-${e}`]={x:t.x+j,y:t.y+t.h-j-d,w:f,h:d,card:Math.min(f/p,n.cage)-2,flow:`slots`,form:`figure`,columns:p,slots:10,slot:I,label:`none`},{panel:t,plate:s,beside:a}}function F(e,t,n){let r=k*t,i=L(e.w*.025,6,28),a=Math.min((e.w-5*i-24)/(1.44+4),(e.h-2*r)/C,132),o=a*.72,s=2*o+4*a+5*i,c=e.y+r+(e.h-2*r-a*C)/2,l=e.x+(e.w-s)/2,u=(e,t,r,o)=>{let s=r*C;n[e]={x:l,y:c+a*C-s,w:t,h:s,card:r,flow:o,align:`center`,label:`below`},l+=t+i};u(`deck`,o,o,`pile`),u(`top`,a,a,`row`),l+=i,u(`field`,3*a+i,a,`row`),u(`discard`,o,o,`pile`)}function I(e){return Number(e.face??1)-1}function L(e,t,n){return Math.max(t,Math.min(n,e))}var R=s(`<path class="bough svelte-1bieuye"></path><path class="leaf svelte-1bieuye"></path><rect class="mat svelte-1bieuye" rx="14"></rect>`,1),z=s(`<text class="word svelte-1bieuye"> </text>`),B=s(`<path class="rail svelte-1bieuye"></path>`),V=s(`<circle class="hole svelte-1bieuye"></circle><text> </text>`,1),H=s(`<circle class="quarrel svelte-1bieuye"></circle>`),U=s(`<circle class="ring svelte-1bieuye" r="3.5"></circle><path class="cage svelte-1bieuye"></path><path class="wires svelte-1bieuye"></path><!><path class="rail svelte-1bieuye"></path><!>`,1),W=s(`<svg class="ground svelte-1bieuye" width="100%" aria-hidden="true"><!><!><!></svg>`);function G(s,u){v(u,!0);let d=Array.from({length:10},(e,t)=>t+1),S=g(()=>new Set(x(w(u.view,`field`)).map(e=>e.face))),C=g(()=>Object.entries(u.arrangement.spots).filter(([e])=>e.startsWith(`cage-`)).map(([e,t])=>({id:e,spot:t,held:new Set(x(w(u.view,e)).map(e=>e.face))}))),T=g(()=>u.arrangement.spots.deck),E=g(()=>u.arrangement.spots.top),D=g(()=>u.arrangement.spots.field),O=g(()=>Object.entries(u.arrangement.spots).filter(([e])=>e.startsWith(`bids-`)&&x(w(u.view,e)).length===0).map(([e,t])=>({id:e,spot:t})));function k(e){return 9*Math.sin(Math.PI*Math.min(Math.max(e,0),1))**.6}function A({x:e,y:t,w:n,h:r}){let i=Array.from({length:25},(r,i)=>`L${(e+n*i/24).toFixed(1)} ${(t+3-k(i/24)).toFixed(1)}`);return`M${e} ${t+r} ${i.join(` `)} L${e+n} ${t+r} Z`}function j({x:e,y:t,w:n,h:r,columns:i}){let a=(i??10)*3;return Array.from({length:a-1},(i,o)=>{let s=(o+1)/a;return`M${(e+n*s).toFixed(1)} ${(t+3-k(s)).toFixed(1)} V${t+r}`}).join(` `)}var M=W(),N=o(M),P=t=>{let n=g(()=>c(E).y+c(E).h+3);var i=R(),a=e(i),o=_(a),s=_(o);h(e=>{p(a,`d`,`M${e??``} ${c(n)+2} C${c(T).x+c(T).w} ${c(n)-4} ${c(E).x??``} ${c(n)+5} ${c(E).x+c(E).w+12} ${c(n)-2}`),p(o,`d`,`M${c(E).x+c(E).w+8} ${c(n)-2} c5 -11 18 -12 23 -4 c-6 8 -16 9 -23 4Z`),p(s,`x`,c(D).x-8),p(s,`y`,c(D).y-8),p(s,`width`,c(D).w+16),p(s,`height`,c(D).h+16)},[()=>Math.max(c(T).x-10,4)]),r(t,i)};t(N,e=>{c(T)&&c(E)&&c(D)&&e(P)});var F=_(N);n(F,17,()=>c(O),({id:e,spot:t})=>e,(e,t)=>{let n=()=>c(t).spot;var i=z(),o=l(i,!0);h(e=>{p(i,`x`,n().x+4),p(i,`y`,n().y+n().h/2),a(o,e)},[()=>u.speaker.say(`zone-bids`)]),r(e,i)});var I=_(F);n(I,17,()=>c(C),({id:e,spot:t,held:n})=>e,(o,s)=>{let u=()=>c(s).spot,f=()=>c(s).held,m=g(()=>u().columns??10);var v=U(),x=e(v),C=_(x),w=_(C),T=_(w),E=e=>{var t=B();h(()=>p(t,`d`,`M${u().x??``} ${u().y+u().h/2} h${u().w??``}`)),r(e,t)};t(T,e=>{c(m)<10&&e(E)});var D=_(T),O=_(D);n(O,16,()=>d,e=>e,(n,o)=>{let s=g(()=>{let[e,t]=b(u(),o-1);return{x:e,y:t}});var d=i(),m=e(d),v=t=>{var n=V(),i=e(n),d=_(i);let f;var m=l(d,!0);h((e,t,n)=>{p(i,`cx`,c(s).x),p(i,`cy`,c(s).y),p(i,`r`,e),f=y(d,0,`perch svelte-1bieuye`,null,f,{wanted:t}),p(d,`x`,c(s).x),p(d,`y`,c(s).y),p(d,`font-size`,n),a(m,o)},[()=>Math.min(u().card*.34,13),()=>c(S).has(String(o)),()=>Math.min(u().card*.42,17)]),r(t,n)},x=g(()=>!f().has(String(o))),C=e=>{var t=H();h(()=>{p(t,`cx`,c(s).x),p(t,`cy`,c(s).y),p(t,`r`,u().card/2+2)}),r(e,t)},w=g(()=>c(S).has(String(o)));t(m,e=>{c(x)?e(v):c(w)&&e(C,1)}),r(n,d)}),h((e,t)=>{p(x,`cx`,u().x+u().w/2),p(x,`cy`,u().y-9),p(C,`d`,e),p(w,`d`,t),p(D,`d`,`M${u().x??``} ${u().y+u().h} h${u().w??``}`)},[()=>A(u()),()=>j(u())]),r(o,v)}),m(M),h(()=>p(M,`height`,u.arrangement.height)),r(s,M),f()}var K=Object.assign({"./birds/bluetail.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M28 60 L8 84 L15 93 L40 74Z" fill="#2c62b0"/>
<path d="M22 90 L12 82 M27 86 L18 77" stroke-width="1.6"/>
<path d="M79 30 C77 17 63 11 53 16 C42 21 41 31 37 42 C31 54 28 64 32 74 C38 87 60 88 71 76 C80 66 78 54 74 46 C78 41 80 36 79 30Z" fill="#fdf8ec"/>
<path d="M79 30 C77 17 63 11 53 16 C42 21 41 31 37 42 C31 54 28 64 32 74 C42 70 50 58 52 44 C60 42 72 38 79 30Z" fill="#3c7bcb"/>
<path d="M52 44 C55 58 48 72 36 79 C44 84 52 80 57 70 C61 62 58 50 52 44Z" fill="#e08a2e"/>
<path d="M46 42 C48 56 42 68 32 74 C29 62 33 48 46 42Z" fill="#2c62b0"/>
<path d="M62 22 C67 19 73 21 76 25" stroke="#fdf8ec" stroke-width="3.4"/>
<path d="M79 28 L90 32 L78 36Z" fill="#2b2622"/>
<circle cx="69" cy="29" r="3.2" fill="#2b2622" stroke="none"/><circle cx="68.1" cy="28.1" r="1.02" fill="#fff" stroke="none"/>
<path d="M50 85 l-1 10 M60 83 l2 11" stroke-width="3"/>
</svg>
`,"./birds/bush-warbler.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M32 66 L8 40 L2 50 L26 80Z" fill="#7a6a3f"/>
<path d="M60 30 C66 22 78 24 80 33 C82 44 76 52 74 60 C72 76 58 86 42 82 C28 79 24 70 32 60 C42 50 52 42 60 30Z" fill="#9c8a55"/>
<path d="M80 36 C82 46 76 52 74 60 C72 76 58 86 42 82 C52 78 60 68 64 56 C68 48 74 42 80 36Z" fill="#efe6cd"/>
<path d="M34 64 C44 58 56 54 62 58 C58 70 46 76 34 74 C31 71 31 67 34 64Z" fill="#7a6a3f"/>
<path d="M66 24 L73 6 L75 22Z" fill="#2b2622"/>
<path d="M76 24 L89 12 L80 30Z" fill="#2b2622"/>
<path d="M75 23 L81 9 L88 13Z" fill="#c2452f" stroke="none"/>
<path d="M62 33 C66 29 74 30 78 32" stroke="#efe6cd" stroke-width="3"/>
<circle cx="71" cy="34" r="2.6" fill="#2b2622" stroke="none"/><circle cx="70.1" cy="33.1" r="0.83" fill="#fff" stroke="none"/>
<path d="M90 30 C94 32 96 36 95 40 M86 38 C89 39 90 42 89.500 45" stroke="#c2452f" stroke-width="2.8"/>
<path d="M48 83 l-3 12 M58 80 l2 13" stroke-width="3"/>
</svg>
`,"./birds/japanese-tit.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M62 74 L72 96 L82 92 L74 66Z" fill="#4a5a68"/>
<path d="M50 10 C66 10 75 21 74 34 C84 44 86 62 79 75 C72 87 60 90 50 90 C40 90 28 87 21 75 C14 62 16 44 26 34 C25 21 34 10 50 10Z" fill="#f3eee0"/>
<path d="M26 36 C15 46 14 62 21 75 C28 70 31 54 30 42Z" fill="#6f8593"/>
<path d="M74 36 C85 46 86 62 79 75 C72 70 69 54 70 42Z" fill="#6f8593"/>
<path d="M20 60 l9 2 M80 60 l-9 2" stroke="#fdf8ec" stroke-width="3"/>
<path d="M50 10 C66 10 75 21 74 35 C66 46 58 46 56 52 C55 62 57 76 54 90 L46 90 C43 76 45 62 44 52 C42 46 34 46 26 35 C25 21 34 10 50 10Z" fill="#2b2622"/>
<ellipse cx="34.500" cy="34" rx="8.500" ry="8" fill="#fdf8ec" stroke="none"/>
<ellipse cx="65.500" cy="34" rx="8.500" ry="8" fill="#fdf8ec" stroke="none"/>
<path d="M50 27 L45 31 L50 38 L55 31Z" fill="#8b8b86" stroke="#fdf8ec" stroke-width="1.4"/>
<circle cx="40" cy="25" r="2.6" fill="#fff" stroke="none"/><circle cx="60" cy="25" r="2.6" fill="#fff" stroke="none"/>
<circle cx="40" cy="25" r="1.5" fill="#2b2622" stroke="none"/><circle cx="60" cy="25" r="1.5" fill="#2b2622" stroke="none"/>
<path d="M41 90 l-3 7 M41 90 l2 7 M59 90 l-2 7 M59 90 l3 7" stroke-width="2.6"/>
</svg>
`,"./birds/kingfisher.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M60 82 L66 97 L75 95 L72 76Z" fill="#176a91"/>
<path d="M31 33 C32 18 46 11 58 15 C68 19 71 28 70 37 C79 48 82 64 74 78 C66 90 48 89 40 78 C33 68 33 56 36 47 C32 43 31 38 31 33Z" fill="#d97f35"/>
<path d="M31 31 C33 17 46 11 58 15 C68 19 71 28 70 37 C80 50 81 66 72 80 C60 72 53 58 56 43 C50 38 40 34 31 31Z" fill="#2391bd"/>
<path d="M60 46 C70 52 75 65 71 79 C61 72 56 60 60 46Z" fill="#176a91"/>
<path d="M31 27 L2 38 L33 40Z" fill="#2b2622"/>
<path d="M35 40 C41 39 47 42 49 47 C44 50 38 49 36 46Z" fill="#fdf8ec" stroke="none"/>
<path d="M52 38 C58 36 64 38 66 43 C60 46 54 44 52 38Z" fill="#fdf8ec" stroke="none"/>
<path d="M44 19 h.1 M51 18 h.1 M57 22 h.1 M63 26 h.1 M50 24 h.1 M64 55 h.1 M68 63 h.1 M64 65 h.1" stroke="#bfe6f2" stroke-width="3"/>
<circle cx="42" cy="30" r="3" fill="#2b2622" stroke="none"/><circle cx="41.1" cy="29.1" r="0.96" fill="#fff" stroke="none"/>
<path d="M48 88 l-2 7 M56 88 l1 7" stroke="#b5462f" stroke-width="3.4"/>
</svg>
`,"./birds/long-tailed-tit.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M60 52 L95 6 L86 3 L50 42Z" fill="#2b2622"/>
<path d="M90 5 L60 46" stroke="#fdf8ec" stroke-width="2"/>
<path d="M13 60 C12 42 26 31 43 33 C60 35 71 48 70 63 C69 80 55 90 40 89 C24 88 14 76 13 60Z" fill="#fdf8ec"/>
<path d="M56 38 C66 44 71 54 70 64 C62 66 50 60 44 48 C46 42 50 38 56 38Z" fill="#2b2622"/>
<path d="M48 70 C56 72 64 70 69 66 C69 76 62 84 54 87 C50 82 48 76 48 70Z" fill="#e4a9a0" stroke="none"/>
<path d="M50 47 C56 54 62 58 68 59" stroke="#d99a90" stroke-width="3.4"/>
<path d="M24 46 C32 40 44 38 56 40" stroke-width="4.6"/>
<path d="M12 59 L6 63 L13 66Z" fill="#2b2622"/>
<circle cx="24" cy="55" r="3" fill="#2b2622" stroke="none"/><circle cx="23.1" cy="54.1" r="0.96" fill="#fff" stroke="none"/>
<circle cx="31" cy="64" r="4" fill="#f1cfc6" stroke="none"/>
<path d="M36 89 l-2 8 M47 89 l1 8" stroke-width="3"/>
</svg>
`,"./birds/sparrow.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M24 64 L4 76 L10 86 L34 80Z" fill="#7a4a28"/>
<path d="M84 36 C84 22 70 15 57 19 C45 23 41 33 34 42 C24 52 18 64 24 76 C32 90 62 92 76 78 C84 69 83 58 79 50 C83 46 84 41 84 36Z" fill="#efe4cf"/>
<path d="M57 19 C45 23 41 33 34 42 C24 52 18 64 24 76 C38 78 54 66 56 50 C50 42 50 30 57 19Z" fill="#a8683a"/>
<path d="M32 52 C40 54 48 52 53 48 M26 62 C36 65 46 62 53 56 M25 71 C34 73 44 70 50 64" stroke-width="3.4"/>
<path d="M36 58 C42 60 50 57 54 52" stroke="#fdf8ec" stroke-width="2.6"/>
<path d="M84 34 C83 21 70 15 57 19 C49 22 46 28 43 33 C56 27 72 29 84 34Z" fill="#8a4a2a"/>
<circle cx="61" cy="42" r="6.400" fill="#2b2622" stroke="none"/>
<path d="M75 46 C80 46 83 44 84 42 C85 49 81 55 77 54 C74 52 73 49 75 46Z" fill="#2b2622"/>
<path d="M83 32 L96 39 L82 44Z" fill="#2b2622"/>
<path d="M68 33 C74 32 78 34 82 36" stroke-width="2.4"/>
<circle cx="73" cy="33" r="3" fill="#2b2622" stroke="none"/><circle cx="72.1" cy="32.1" r="0.96" fill="#fff" stroke="none"/>
<path d="M46 86 l-3 10 l6 0 M60 86 l2 10 l6 0" stroke-width="3"/>
</svg>
`,"./birds/swallow.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M44 50 C34 30 20 16 3 9 C10 28 20 46 36 60Z" fill="#27406e"/>
<path d="M54 44 C62 26 78 12 97 9 C92 28 80 46 62 58Z" fill="#27406e"/>
<path d="M10 16 C20 26 30 38 38 50 M90 15 C80 24 70 36 62 48" stroke="#6f86b5" stroke-width="2"/>
<path d="M40 66 L18 97 L46 78 L70 98 L58 64Z" fill="#27406e"/>
<path d="M34 84 l3 -3 M59 82 l-3 -3" stroke="#fdf8ec" stroke-width="2.6"/>
<path d="M49 20 C60 20 66 30 64 44 C63 58 58 70 48 74 C39 70 34 58 34 44 C33 30 38 20 49 20Z" fill="#fdf8ec"/>
<path d="M49 18 C60 18 66 28 64 42 C58 46 40 46 34 42 C33 28 38 18 49 18Z" fill="#27406e"/>
<path d="M42 32 C42 26 56 26 56 32 C56 40 52 44 49 44 C46 44 42 40 42 32Z" fill="#c2452f" stroke="none"/>
<path d="M36 44 C42 50 56 50 63 44" stroke-width="4"/>
<path d="M45 19 L49 11 L53 19Z" fill="#2b2622"/>
<circle cx="39.500" cy="29" r="2" fill="#fff" stroke="none"/><circle cx="59" cy="29" r="2" fill="#fff" stroke="none"/>
</svg>
`,"./birds/varied-tit.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M26 56 L6 50 L4 60 L28 70Z" fill="#6d7b86"/>
<path d="M83 42 C84 27 71 19 59 22 C48 25 44 32 38 40 C27 46 21 56 25 68 C31 84 56 89 70 76 C78 68 79 60 77 54 C81 51 83 47 83 42Z" fill="#b9562a"/>
<path d="M59 22 C48 25 44 32 38 40 C27 46 21 56 25 68 C40 72 56 62 58 46 C52 40 52 30 59 22Z" fill="#7f8d98"/>
<path d="M30 58 C40 62 50 58 56 50 M27 66 C36 70 46 68 53 60" stroke-width="2"/>
<path d="M83 40 C84 27 71 19 59 22 C50 25 47 32 45 38 C56 36 72 38 83 40Z" fill="#2b2622"/>
<path d="M66 56 C70 60 76 58 77 54 C82 51 83 47 83 43 C77 46 68 48 66 56Z" fill="#2b2622"/>
<path d="M48 39 C58 35 74 37 83 41 C78 46 70 48 66 55 C58 52 50 48 48 39Z" fill="#f7e3bd" stroke-width="1.6"/>
<path d="M59 23 C64 26 66 32 64 37" stroke="#f7e3bd" stroke-width="3.2"/>
<path d="M83 39 L93 45 L82 47Z" fill="#2b2622"/>
<circle cx="74" cy="36" r="2.8" fill="#fff" stroke="none"/><circle cx="74" cy="36" r="1.5" fill="#2b2622" stroke="none"/>
<path d="M66 82 C66 76 82 76 83 82 C83 92 78 97 74 98 C70 97 66 92 66 82Z" fill="#a8783c"/>
<path d="M64 82 C66 74 83 74 85 82Z" fill="#6b4a26"/>
<path d="M60 80 l8 4 M46 84 l-2 11" stroke-width="3"/>
</svg>
`,"./birds/wagtail.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M34 56 L2 30 L0 38 L30 66Z" fill="#2b2622"/>
<path d="M3 37 L32 62" stroke="#fdf8ec" stroke-width="2.4"/>
<path d="M90 34 C88 24 76 20 69 27 C62 34 54 42 44 46 C34 50 28 56 30 62 C34 72 56 76 70 66 C78 60 80 52 80 46 C86 44 91 40 90 34Z" fill="#fdf8ec"/>
<path d="M72 25 C62 32 54 42 44 46 C34 50 28 56 30 62 C44 62 62 56 68 44 C66 38 68 30 72 25Z" fill="#7f8a92"/>
<path d="M38 60 C48 62 60 58 66 50 M34 55 C44 56 56 52 62 46" stroke="#fdf8ec" stroke-width="2.4"/>
<path d="M69 27 C76 20 86 22 89 30 C82 28 76 30 72 38 C69 35 68 30 69 27Z" fill="#2b2622"/>
<path d="M71 46 C76 42 82 42 84 44 C80 46 80 52 78 56 C74 60 69 54 71 46Z" fill="#2b2622"/>
<path d="M75 34 C80 32 86 32 92 34" stroke-width="2.4"/>
<path d="M90 31 L100 35 L90 38Z" fill="#2b2622"/>
<circle cx="82" cy="33" r="2.2" fill="#2b2622" stroke="none"/><circle cx="81.1" cy="32.1" r="0.70" fill="#fff" stroke="none"/>
<path d="M52 72 L46 94 L54 94 M62 70 L68 94 L76 94" stroke-width="3"/>
</svg>
`,"./birds/white-eye.svg":`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path d="M2 14 C22 8 44 14 60 8" stroke="#6b4a26" stroke-width="5"/>
<path d="M40 12 C34 4 24 6 24 6" stroke="#6b4a26" stroke-width="3"/>
<path d="M30 44 L10 66 L18 74 L44 58Z" fill="#5d7f2a"/>
<path d="M34 40 C44 24 62 26 72 40 C80 50 90 58 92 70 C93 82 82 88 72 84 C62 82 60 74 50 70 C38 66 28 54 34 40Z" fill="#8fb83c"/>
<path d="M50 70 C38 66 30 56 34 42 C42 52 50 54 58 62 C64 68 66 78 72 84 C62 82 60 74 50 70Z" fill="#f4efdc"/>
<path d="M40 36 C52 32 62 40 66 52 C54 52 44 48 40 36Z" fill="#5d7f2a"/>
<path d="M72 84 C80 87 90 84 92 74 C84 70 76 74 72 84Z" fill="#f0cf4a" stroke="none"/>
<path d="M91 76 L97 90 L86 84Z" fill="#2b2622"/>
<circle cx="80" cy="67" r="6.600" fill="#2b2622" stroke="#fff" stroke-width="4.6"/>
<circle cx="80" cy="67" r="9.600" stroke-width="1.6"/>
<path d="M46 32 L42 15 M56 31 L52 13" stroke-width="3"/>
</svg>
`}),q=[`kingfisher`,`bluetail`,`varied-tit`,`long-tailed-tit`,`japanese-tit`,`white-eye`,`swallow`,`bush-warbler`,`wagtail`,`sparrow`],J=`fill="none" stroke="#2b2622" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"`;function Y(e,t){let n=(K[`./birds/${e}.svg`]??``).replace(/^<svg[^>]*>/,``).replace(/<\/svg>\s*$/,``);return`<symbol id="kotori-bird-${t+1}" viewBox="0 0 100 100"><g ${J}>${n}</g></symbol>`}function X(){if(document.getElementById(`kotori-birds`))return;let e=document.createElementNS(`http://www.w3.org/2000/svg`,`svg`);e.id=`kotori-birds`,e.setAttribute(`aria-hidden`,`true`),e.style.cssText=`position:absolute;width:0;height:0`,e.innerHTML=q.map(Y).join(``),document.body.append(e)}var Z=s(`<svg class="figure svelte-1vidnp9" viewBox="0 0 100 100"><circle class="paper svelte-1vidnp9" cx="50" cy="50" r="48"></circle><use x="14" y="12" width="76" height="76"></use><circle class="tag svelte-1vidnp9" cx="17" cy="19" r="17"></circle><text class="number svelte-1vidnp9" x="17" y="27" text-anchor="middle"> </text></svg>`),Q=s(`<svg viewBox="0 0 126 176"><rect class="paper svelte-1vidnp9" x="1" y="1" width="124" height="174" rx="11"></rect><rect class="sky svelte-1vidnp9" x="8" y="60" width="110" height="108" rx="7"></rect><use x="10" y="60" width="106" height="106"></use><text class="number svelte-1vidnp9" x="10" y="52"> </text></svg>`),$=s(`<svg viewBox="0 0 126 176"><rect class="paper svelte-1vidnp9" x="1" y="1" width="124" height="174" rx="11"></rect><rect class="sky svelte-1vidnp9" x="8" y="46" width="110" height="104" rx="7"></rect><path class="twig svelte-1vidnp9" d="M8 141 C40 134 80 147 118 137"></path><use x="13" y="46" width="100" height="100"></use><text text-anchor="middle"><tspan class="number svelte-1vidnp9" x="11" y="40" text-anchor="start"> </tspan> <tspan class="name svelte-1vidnp9" x="63" y="167"> </tspan></text></svg>`);function ee(n,s){v(s,!0),X();let u=g(()=>s.card.face??``),d=g(()=>s.name.replace(/^\d+\s*/,``));var b=i(),x=e(b),S=e=>{var t=Z(),n=_(o(t)),i=_(n,2),s=l(i,!0);m(t),h(()=>{p(n,`href`,`#kotori-bird-${c(u)??``}`),a(s,c(u))}),r(e,t)},C=e=>{var t=Q(),n=_(o(t),2),i=_(n),s=l(i,!0);m(t),h(()=>{y(t,0,`small rank-${c(u)??``}`,`svelte-1vidnp9`),p(n,`href`,`#kotori-bird-${c(u)??``}`),a(s,c(u))}),r(e,t)},w=e=>{var t=$(),n=_(o(t),3),i=_(n),s=o(i),f=l(s,!0),g=_(s,1,!0);g.nodeValue=` `;var v=_(g),b=l(v,!0);m(i),m(t),h(()=>{y(t,0,`card rank-${c(u)??``}`,`svelte-1vidnp9`),p(n,`href`,`#kotori-bird-${c(u)??``}`),a(f,c(u)),a(b,c(d))}),r(e,t)};t(x,e=>{s.form===`figure`?e(S):s.form===`small`?e(C,1):e(w,-1)}),r(n,b),f()}var te=s(`<path class="leaf svelte-5harx4" d="M0 0 C6 -10 20 -12 26 -3 C20 7 7 8 0 0Z"></path>`),ne=s(`<use></use>`),re=s(`<svg viewBox="0 0 440 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" class="svelte-5harx4"><rect class="sky svelte-5harx4" width="440" height="200"></rect><circle class="sun svelte-5harx4" cx="250" cy="62" r="44"></circle><path class="hill svelte-5harx4" d="M0 168 C80 128 150 150 220 152 C300 156 360 120 440 142 V200 H0Z"></path><path class="bough svelte-5harx4" d="M-6 168 C80 152 160 172 240 160 C320 150 370 162 446 148"></path><path class="bough thin svelte-5harx4" d="M380 156 C400 140 412 128 432 122"></path><!><!></svg>`);function ie(e,t){v(t,!1),X();let i=[{bird:4,x:26,y:70,size:84},{bird:1,x:112,y:62,size:98},{bird:10,x:208,y:76,size:88},{bird:2,x:290,y:64,size:94},{bird:7,x:356,y:8,size:70}];d();var a=re(),s=_(o(a),5);n(s,0,()=>[[14,163,24],[92,160,-150],[200,164,30],[284,156,-140],[398,142,-40],[430,124,-20]],([e,t,n])=>e,(e,t)=>{var n=g(()=>u(t,3));let i=()=>c(n)[0],a=()=>c(n)[1],o=()=>c(n)[2];var s=te();h(()=>p(s,`transform`,`translate(${i()??``} ${a()??``}) rotate(${o()??``})`)),r(e,s)});var l=_(s);n(l,1,()=>i,({bird:e,x:t,y:n,size:r})=>e,(e,t)=>{let n=()=>c(t).bird,i=()=>c(t).x,a=()=>c(t).y,o=()=>c(t).size;var s=ne();h(()=>{p(s,`href`,`#kotori-bird-${n()??``}`),p(s,`x`,i()),p(s,`y`,a()),p(s,`width`,o()),p(s,`height`,o())}),r(e,s)}),m(a),r(e,a),f()}var ae={layout:{arrange:A},face:ee,back:D,background:G,picture:ie,explained:[{id:`chance`,at:`footer [data-counter="burst-chance"]`,clause:`K5.1`},{id:`wanted`,at:`.perch.wanted`,clause:`K7.1`},{id:`quarrel`,at:`.quarrel`,clause:`K7.2`},{id:`sideways`,at:`.card[data-pose="sideways"]`,clause:`K4.3`},{id:`turned`,at:`.card[data-pose="down"]`,clause:`K5.2`},{id:`decks`,at:`footer [data-counter="deck-number"]`,clause:`K8.1`}],sounds:{"event-bid":`card`,"event-field-drawn":`card`,"event-burst":`burst`,"event-burst-at-once":`burst`,"event-won":`win`,"event-won-tie":`win`}};export{ae as art};