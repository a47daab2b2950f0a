// Copying text to the clipboard, also where the browser has no Clipboard API.

/** Copy a text, which `select` selects on the page; returns whether that worked. */
export async function copyText(text: string, select: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The Clipboard API needs a secure context; `execCommand` works without.
    select();
    return document.execCommand("copy");
  }
}
