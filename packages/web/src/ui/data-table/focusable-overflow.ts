/** Lets the keyboard scroll a table whose columns do not fit: its scroller can be focused while it overflows. */

/** The ref of an element around a table. */
export function focusableOverflow(host: HTMLElement | null): (() => void) | undefined {
  const scroller = host?.querySelector<HTMLElement>('.ant-table-content, .ant-table-body')
  if (!scroller) return undefined
  const update = () => {
    if (scroller.scrollWidth > scroller.clientWidth) scroller.tabIndex = 0
    else scroller.removeAttribute('tabindex')
  }
  const observer = new ResizeObserver(update)
  observer.observe(scroller)
  for (const child of scroller.children) observer.observe(child)
  return () => observer.disconnect()
}
