// Key-value store of text: the browser's storage if it works, else memory. Never throws.

/** The part of `Storage` in use. */
export type StorageArea = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class SafeStorage {
  private readonly memory = new Map<string, string>();

  constructor(private readonly storage: StorageArea | undefined) {}

  /**
   * Store a text; false if it is only in memory, as the storage refuses it or is full. An older text stays in the storage,
   * unless no text is better after a reload than an `outdated` one, such as a revealed share that looks unused.
   */
  set(key: string, text: string, outdated: "stays" | "goes" = "stays"): boolean {
    try {
      if (this.storage) {
        this.storage.setItem(key, text);
        this.memory.delete(key);
        return true;
      }
    } catch {
      if (outdated === "goes") this.delete(key);
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

  /** Store a value as JSON; false if it is only in memory. */
  setJson(key: string, value: unknown, outdated: "stays" | "goes" = "stays"): boolean {
    return this.set(key, JSON.stringify(value), outdated);
  }

  /** Return a value that was stored as JSON, `otherwise` without a readable one. */
  json<T>(key: string, otherwise: T): T {
    try {
      return JSON.parse(this.get(key) ?? "") as T;
    } catch {
      return otherwise;
    }
  }

  delete(key: string): void {
    this.memory.delete(key);
    try {
      this.storage?.removeItem(key);
    } catch {
      // If removal fails, reading fails, too.
    }
  }

  /** Return all keys with a prefix. */
  keys(prefix: string): string[] {
    const found = new Set(this.memory.keys());
    try {
      for (let i = 0; i < (this.storage?.length ?? 0); i++) found.add(this.storage!.key(i)!);
    } catch {
      // Storage is unusable: only keys in memory.
    }
    return [...found].filter((key) => key.startsWith(prefix));
  }
}

/** Return a storage of this browser if permitted: even reading the property can throw. */
export function browserStorage(name: "localStorage" | "sessionStorage"): StorageArea | undefined {
  try {
    return globalThis[name];
  } catch {
    return undefined;
  }
}

/** What is kept in this browser; without storage it lasts as long as the page. */
export const local = new SafeStorage(browserStorage("localStorage"));
