/** What was copied last, kept beside the system's clipboard, which menus may not read on plain http addresses; shared by the tabs of this browser. */

interface CopiedText {
  /** Keeps it, and hands it to the system's clipboard where the browser allows that. */
  readonly write: (text: string) => void
  /** Keeps it for menus only. */
  readonly keep: (text: string) => void
  /** From the system's clipboard where the browser allows that, and what was kept; each null when there is none. */
  readonly read: () => Promise<{ readonly clipboard: string | null; readonly kept: string | null }>
}

/** `name` tells kinds of things apart. */
export function createCopiedText(name: string): CopiedText {
  const key = `pone.${name}`
  const keep = (text: string) => {
    try {
      localStorage.setItem(key, text)
    } catch {
      // Storage full or forbidden: pasting by keyboard still works through the system's clipboard.
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

/** Writes to the system's clipboard. @returns whether the browser allowed it; on plain http addresses it does not */
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
