/** The text copied last, stored in addition to the system's clipboard, which menus cannot read on plain http addresses; shared by the tabs of this browser. */

interface CopiedText {
  /** Stores the text, and writes it to the system's clipboard if the browser permits it. */
  readonly write: (text: string) => void
  /** Stores the text for menus only. */
  readonly keep: (text: string) => void
  /** The text of the system's clipboard if the browser permits reading it, and the stored text; each null if there is none. */
  readonly read: () => Promise<{ readonly clipboard: string | null; readonly kept: string | null }>
}

/** `name` distinguishes kinds of contents. */
export function createCopiedText(name: string): CopiedText {
  const key = `pone.${name}`
  const keep = (text: string) => {
    try {
      localStorage.setItem(key, text)
    } catch {
      // The storage is full or forbidden: pasting by keyboard still works through the system's clipboard.
    }
  }
  const readKept = () => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  return {
    keep,
    write: text => {
      keep(text)
      void writeClipboard(text)
    },
    read: async () => ({
      clipboard: await readClipboard(),
      kept: readKept(),
    }),
  }
}

/** Writes to the system's clipboard. @returns whether the browser permitted it; on plain http addresses it does not */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return null
  }
}
