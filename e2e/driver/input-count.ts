/** Counts what a person does on a page: each press of a pointer, each field that is typed into, each special key. */
import type { Page } from 'playwright-core'

export interface InputCount {
  /** One line per click or group of keys, in order. */
  readonly list: readonly string[]
}

/** Call before the page that is counted first is loaded; loads of further pages go on counting. */
export async function countInput(page: Page): Promise<InputCount> {
  const list: string[] = []
  await page.exposeBinding('poneCountsInput', (_source, entry: string) => void list.push(entry))
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return { list }
}

/** Runs in the page: characters typed into one field without anything else between them are one group. */
function listen(): void {
  const report = (entry: string) =>
    (window as unknown as { poneCountsInput: (entry: string) => void }).poneCountsInput(entry)
  const nameOf = (target: EventTarget | null) => {
    const element =
      target instanceof Element ? (target.closest('button, a, label, input, [role]') ?? target) : null
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    return `${element?.tagName.toLowerCase() ?? ''} ${name.trim().slice(0, 40)}`.trim()
  }
  let typedIn: EventTarget | null = null
  window.addEventListener(
    'pointerdown',
    event => {
      if (!event.isTrusted) return
      typedIn = null
      report(`click ${nameOf(event.target)}`)
    },
    { capture: true },
  )
  window.addEventListener(
    'keydown',
    event => {
      if (!event.isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey
      if (isText && typedIn === event.target) return
      typedIn = isText ? event.target : null
      report(isText ? `type into ${nameOf(event.target)}` : `key ${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`)
    },
    { capture: true },
  )
}
