// Keeps text by key, in the browser's storage as long as that works, else in memory as long as the page lives. Never throws.

/** The part of `Storage` that is used. */
export type Drawer = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class Shelf {
  private readonly memory = new Map<string, string>();

  constructor(private readonly storage: Drawer | undefined) {}

  /** Keep a text; false where it is only in memory. */
  set(key: string, text: string): boolean {
    try {
      if (this.storage) {
        this.storage.setItem(key, text);
        this.memory.delete(key);
        return true;
      }
    } catch {
      // Refused, or full: the page remembers it instead. After a reload nothing is better than the text before this one:
      // a share that looks unused, though it was revealed.
      this.delete(key);
    }
    this.memory.set(key, text);
    return false;
  }

  get(key: string): string | undefined {
    const remembered = this.memory.get(key);
    if (remembered !== undefined) return remembered;
    try {
      return this.storage?.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  }

  delete(key: string): void {
    this.memory.delete(key);
    try {
      this.storage?.removeItem(key);
    } catch {
      // What cannot be removed cannot be read either.
    }
  }

  /** All keys that begin so. */
  keys(prefix: string): string[] {
    const found = new Set(this.memory.keys());
    try {
      for (let i = 0; i < (this.storage?.length ?? 0); i++) found.add(this.storage!.key(i)!);
    } catch {
      // Only what is in memory, then.
    }
    return [...found].filter((key) => key.startsWith(prefix));
  }
}

/** A storage of this browser, where the page may use one: merely asking for it can throw. */
export function drawer(name: "localStorage" | "sessionStorage"): Drawer | undefined {
  try {
    return globalThis[name];
  } catch {
    return undefined;
  }
}
