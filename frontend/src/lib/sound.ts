// Sounds, synthesized in the browser on demand: paper, wood and a small bell. Off by default.
import { settings } from "@/lib/settings.svelte";

export type Sound = "card" | "turn" | "burst" | "win" | "refused" | "clock";

let context: AudioContext | undefined;
/** when each sound was last played */
const played: Partial<Record<Sound, number>> = {};

// Safari plays nothing until a press has begun it, once for each page and again after a call or another application; the
// sounds themselves come with what the server tells.
for (const press of ["click", "keydown"]) {
  addEventListener(press, () => settings.sound && context?.state !== "running" && begin(), { capture: true });
}

/** Play a sound, if sounds are on and the browser permits them. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  begin();
  if (!context) return;
  const now = context.currentTime;
  if (now === played[sound]) return; // skipped events make theirs all at once: that would be loud
  played[sound] = now;
  if (sound === "card") rustle(context, now, 0.09, 2600, 0.16);
  else if (sound === "refused") tone(context, now, 170, 160, 0.12, 0.1, "triangle");
  else if (sound === "clock") [0, 0.18].forEach((after) => tone(context!, now + after, 990, 990, 0.1, 0.08, "triangle"));
  else if (sound === "turn") {
    tone(context, now, 660, 660, 0.28, 0.09, "sine");
    tone(context, now + 0.12, 880, 880, 0.4, 0.08, "sine");
  } else if (sound === "burst") {
    rustle(context, now, 0.25, 900, 0.3);
    tone(context, now, 420, 140, 0.35, 0.12, "triangle");
  } else {
    [523, 659, 784, 1047].forEach((pitch, i) => tone(context!, now + i * 0.11, pitch, pitch, 0.5, 0.07, "sine"));
  }
}

/** Let the browser play what follows, if it permits that now. */
function begin(): void {
  try {
    context ??= new AudioContext();
    context.resume().catch(() => undefined);
  } catch {
    // no sounds here
  }
}

function tone(at: AudioContext, start: number, from: number, to: number, length: number, loud: number, type: OscillatorType) {
  const [voice, volume] = [at.createOscillator(), at.createGain()];
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(at.destination);
  voice.start(start);
  voice.stop(start + length);
}

function rustle(at: AudioContext, start: number, length: number, pitch: number, loud: number) {
  const buffer = at.createBuffer(1, at.sampleRate * length, at.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 2;
  const [noise, filter, volume] = [at.createBufferSource(), at.createBiquadFilter(), at.createGain()];
  noise.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  volume.gain.value = loud;
  noise.connect(filter).connect(volume).connect(at.destination);
  noise.start(start);
}
