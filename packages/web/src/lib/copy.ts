/** Copies text to the clipboard and reports whether it worked. */
import { translate } from './i18n.ts'
import { notify } from './notices.ts'

/** Shows the result in a notice. */
export async function copyText(text: string): Promise<void> {
  const isCopied = (await byClipboard(text)) || bySelection(text)
  notify(
    isCopied
      ? { kind: 'success', text: translate('copy.done') }
      : { kind: 'error', text: translate('copy.failed') },
  )
}

/** Browsers permit this on https and on localhost only. */
async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The older method, which works on plain http addresses too. */
function bySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  // A dialog keeps the focus inside itself, so the field has to be in it.
  const place = focused?.closest('[role=dialog]') ?? document.body
  place.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
