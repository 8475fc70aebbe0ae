/** Tells screen readers what is chosen in a drop-down. The library shows it beside an input that itself stays empty, so that a reader would announce the name of the field alone. */

const field = '.ant-select input[role=combobox]'
const item = '.ant-select-selection-item-content'

/** Keeps the description of the focused drop-down the same as what it shows. @returns a function that stops it */
export function tellSelectValues(document: Document): () => void {
  let observer: MutationObserver | null = null
  const leave = () => observer?.disconnect()
  const enter = ({ target }: FocusEvent) => {
    leave()
    if (!(target instanceof HTMLInputElement) || !target.matches(field)) return
    const select = target.closest('.ant-select')
    if (!select) return
    describe(target, select)
    observer = new MutationObserver(() => describe(target, select))
    observer.observe(select, { childList: true, subtree: true, characterData: true })
  }
  document.addEventListener('focusin', enter)
  document.addEventListener('focusout', leave)
  return () => {
    leave()
    document.removeEventListener('focusin', enter)
    document.removeEventListener('focusout', leave)
  }
}

function describe(input: HTMLInputElement, select: Element): void {
  const value = valueOf(select)
  if (value === '') input.removeAttribute('aria-description')
  else if (input.getAttribute('aria-description') !== value) input.setAttribute('aria-description', value)
}

/** '' while nothing is chosen: the placeholder is no value. */
function valueOf(select: Element): string {
  const items = [...select.querySelectorAll(item)]
  if (items.length > 0) return items.map(each => each.textContent).join(', ')
  const content = select.querySelector('.ant-select-content-has-value')
  return content?.textContent?.trim() ?? ''
}
