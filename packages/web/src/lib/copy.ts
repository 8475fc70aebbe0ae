/** Copies text for the person and says whether it worked. */
import { translate } from './i18n.ts'
import { notify } from './notices.ts'

/** Tells the outcome in a notice. */
export async function copyText(text: string): Promise<void> {
  const isCopied = (await byClipboard(text)) || bySelection(text)
  notify(
    isCopied
      ? { kind: 'success', text: translate('copy.done') }
      : { kind: 'error', text: translate('copy.failed') },
  )
}

/** Browsers allow this on https and on this machine only. */
async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The old way, which works on plain http addresses too. */
function bySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  // A dialog keeps the focus inside itself.
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
