// Each check of the giver is necessary: some cheat is refused with all checks, but passes without that one.
import { bytesToHex as hex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { CHECKS, type CheckName, type Facts, type Memory, failedCheck, shownOf } from "@/lib/deal-checks";
import type { DealStore, KeptShare } from "@/lib/deal-store";
import * as fair from "@/lib/fair-deal";
import { Dealer, OTHER_KEY, TABLE, h, sign, store } from "./dealer";

interface Table {
  dealer: Dealer;
  kept: DealStore;
  /** the share that is pledged for the next seal */
  share: KeptShare;
}

/** A table at which this browser has pledged, before the seal. */
function table(): Table {
  const dealer = new Dealer();
  const kept = store();
  kept.trust(dealer.deal.server!);
  const share = kept.draw(TABLE, 0, shownOf(dealer.facts()));
  dealer.pledges[0] = share.pledge;
  return { dealer, kept, share };
}

/** An attempt in which this browser's share was revealed. */
function revealed({ dealer, kept, share }: Table): KeptShare {
  const { seal, signature, number } = dealer.seal();
  const given = { ...share, seal, signature, attempt: number, server: dealer.deal.server!, given: true };
  kept.keep(given);
  return given;
}

/** It was called off, this browser saw that, and pledged again. */
function calledOff(at: Table): Table {
  const { dealer, kept } = at;
  revealed(at);
  dealer.callOff([1]);
  const { number, seal, silent = [], call_off = "" } = dealer.attempts[0]!;
  kept.keepCallOff({ table: TABLE, number, seal, silent, call_off });
  const share = kept.draw(TABLE, 0, shownOf(dealer.facts()));
  dealer.pledges[0] = share.pledge;
  return { ...at, share };
}

function verdict({ dealer, kept, share }: Table, checks = CHECKS): CheckName | undefined {
  const facts: Facts = dealer.facts();
  const memory: Memory = { servers: kept.servers(), share, shares: kept.shares(TABLE), callOffs: kept.callOffs(TABLE) };
  return failedCheck(facts, facts.deal.attempts!.at(-1)!, memory, checks);
}

const CHEATS: Record<CheckName, () => Table> = {
  server: () => {
    const at = table();
    at.dealer.key = OTHER_KEY;
    at.dealer.seal();
    return at;
  },
  signature: () => {
    const at = table();
    at.dealer.seal({ signature: hex(sign(OTHER_KEY, fair.sealMessage(fair.NO_PREVIOUS))) });
    return at;
  },
  pledge: () => {
    const at = table();
    at.dealer.pledges[0] = h(66); // the operator's own
    at.dealer.seal();
    return at;
  },
  distinct: () => {
    const at = table();
    at.dealer.pledges[1] = at.share.pledge;
    at.dealer.seal();
    return at;
  },
  seats: () => {
    const at = table();
    at.dealer.seal({ seats: ["person", "person", "bot hard"] });
    return at;
  },
  setup: () => {
    const at = table();
    at.dealer.options = { allow_yield: 1 }; // changed between pledge and seal, unseen
    at.dealer.seal();
    return at;
  },
  follows: () => {
    const at = calledOff(table());
    at.dealer.attempts = []; // the deal that was called off never happened
    at.dealer.seal();
    return at;
  },
  open: () => {
    const at = table();
    revealed(at); // and now another first attempt, though this one was never called off
    at.share = at.kept.draw(TABLE, 0, shownOf(at.dealer.facts()));
    at.dealer.attempts = [];
    at.dealer.pledges = { 0: at.share.pledge, 1: h(101) };
    at.dealer.seal();
    return at;
  },
  used: () => {
    const at = calledOff(table());
    at.share = at.kept.shares(TABLE).find((share) => share.seal)!; // its share is known to the server by now
    at.dealer.pledges[0] = at.share.pledge;
    at.dealer.seal();
    return at;
  },
  seal: () => {
    const at = table();
    at.dealer.seal({ seal: hex(new Uint8Array(32).fill(3)) }); // of something else, well signed
    return at;
  },
};

describe("the checks before a share is revealed", () => {
  it("pass for an honest seal, at the first attempt and after a call-off", () => {
    const at = table();
    at.dealer.seal();
    expect(verdict(at)).toBeUndefined();
    const again = calledOff(table());
    again.dealer.seal();
    expect(again.dealer.attempts).toHaveLength(2);
    expect(verdict(again)).toBeUndefined();
  });

  it("pass again for the same seal", () => {
    const at = table();
    at.share = revealed(at);
    expect(verdict(at)).toBeUndefined();
  });

  it("find an own pledge that is replaced under another spelling of the seat", () => {
    const at = table();
    const own = at.share.pledge;
    at.dealer.pledges[0] = h(66); // the operator's own
    const attempt = at.dealer.seal();
    const both: Record<string, string> = { ...attempt.pledges, 0: own, "00": h(66) };
    at.dealer.attempts = [{ ...attempt, pledges: both }];
    expect(verdict(at)).toBeDefined();
  });

  it("find a copied pledge that is spelled with capital letters", () => {
    const at = table();
    at.dealer.pledges[1] = at.share.pledge.toUpperCase();
    at.dealer.seal();
    expect(verdict(at)).toBe("distinct");
  });

  it("find a house rule that was not shown before the seal", () => {
    const at = table();
    at.dealer.options = { ...at.dealer.options, another: 1 };
    at.dealer.seal();
    expect(verdict(at)).toBe("setup");
  });

  for (const { name } of CHECKS) {
    it(`refuse a cheat that only "${name}" finds, which passes without it`, () => {
      expect(verdict(CHEATS[name]())).toBe(name);
      const others = CHECKS.filter((check) => check.name !== name);
      expect(verdict(CHEATS[name](), others)).toBeUndefined();
    });
  }

  it("refuse attempts that do not follow from one another", () => {
    for (const bent of [{ number: 3 }, { previous: hex(fair.NO_PREVIOUS) }]) {
      const at = calledOff(table());
      at.dealer.seal(bent);
      expect(verdict(at)).toBe("follows");
    }
    const other = calledOff(table());
    other.dealer.seal();
    other.dealer.attempts[0] = { ...other.dealer.attempts[0]!, silent: [0] }; // other seats are named than were called off
    expect(verdict(other)).toBe("follows");
  });

  it("refuse changed cards and rules", () => {
    for (const change of [{ rules: "2" }, { cards: hex(new Uint8Array(32)) }, { game: "tezuma" }]) {
      const at = table();
      Object.assign(at.dealer, change);
      at.dealer.seal();
      expect(verdict(at)).toBe("setup");
    }
  });

  it("refuse values that are no hashes, without failing", () => {
    for (const bent of [{ commitment: "xyz" }, { pledges: { 0: "not hex", 1: "" } }, { previous: "0" }]) {
      const at = table();
      const honest = at.dealer.seal();
      at.dealer.attempts = [{ ...honest, ...bent }];
      expect(verdict(at)).toBeDefined();
    }
  });
});
