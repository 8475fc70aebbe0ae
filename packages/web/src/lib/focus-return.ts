/** Puts the focus back on what opened a dialog, drawer or menu once that is gone. The library does so only for what fades out; a dialog that is removed at once would leave the focus on the document, and the next Tab at its start. */

/** What opens above a page and takes the focus. */
const layers = '.ant-modal-wrap, .ant-drawer-content-wrapper, .ant-dropdown, .ant-popover'

interface Opened {
  readonly layer: Element
  /** What had the focus before; it may itself be in a layer below. */
  readonly opener: HTMLElement
}

/** @returns a function that stops it */
export function returnFocus(document: Document): () => void {
  const opened: Opened[] = []
  let last: HTMLElement | null = null
  const observer = new MutationObserver(() => closeGone())

  const closeGone = () => {
    let target: HTMLElement | undefined
    for (let top = opened.at(-1); top && !isShown(top.layer); top = opened.at(-1)) {
      opened.pop()
      target = top.opener
    }
    if (opened.length === 0) observer.disconnect()
    if (target && isLost(document.activeElement)) focusOn(target)
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(layers)
    if (layer && last && !layer.contains(last) && opened.every(each => each.layer !== layer)) {
      opened.push({ layer, opener: last })
      observer.observe(document.body, watched)
    }
    last = target
  }
  document.addEventListener('focusin', onFocus)
  return () => {
    document.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}

const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'style'] }

const isShown = (element: Element): boolean => element.isConnected && element.checkVisibility()

/** Nothing has the focus, or only what can no longer be seen. */
const isLost = (focused: Element | null): boolean =>
  focused === null || focused === focused.ownerDocument.body || !isShown(focused)

/** An opener that is gone too, as the row that was deleted, leaves the focus to the heading of the page. */
function focusOn(opener: HTMLElement): void {
  if (isShown(opener)) opener.focus({ preventScroll: true })
  if (!isLost(opener.ownerDocument.activeElement)) return
  const heading = opener.ownerDocument.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
