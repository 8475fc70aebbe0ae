/** Tells screen readers which page was opened, and moves the focus to its heading; the title of the document stays the product's name. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import type { RouteMessageKey } from '../../route-messages.ts'

/** What a route tells about its page. */
export interface RouteHandle {
  readonly title: RouteMessageKey
}

/** A page whose heading has not appeared by then is announced without it, ms. */
const headingWithinMs = 8_000

export function PageAnnouncer() {
  const t = useT()
  const { pathname, search } = useLocation()
  const title = (useMatches().at(-1)?.handle as RouteHandle | undefined)?.title
  const page = title === undefined ? '' : t(title)
  // With its page, so that the heading of the page before is never announced for this one.
  const [shown, setShown] = useState({ pathname, heading: '' })
  const isFirst = useRef(true)
  // Before the effect that ends the first load, so that it does not take part in that.
  useEffect(() => {
    // Another object on the same page: only if what had the focus is gone, as after a link of a list.
    if (isFirst.current || document.activeElement !== document.body) return
    return whenHeadingAppears(moveFocus)
  }, [search])
  useEffect(() => {
    const opensTab = isFirst.current
    isFirst.current = false
    return whenHeadingAppears(found => {
      setShown({ pathname, heading: found?.innerText.trim() ?? '' })
      // The browser itself tells about a page that it has just loaded.
      if (!opensTab) moveFocus(found)
    })
  }, [pathname])
  const heading = shown.pathname === pathname ? shown.heading : ''
  return (
    <div className="visually-hidden" role="status">
      {heading === '' || heading === page ? page : `${page} – ${heading}`}
    </div>
  )
}

const headingOf = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1')

/** @returns a function that stops waiting */
function whenHeadingAppears(use: (heading: HTMLElement | null) => void): () => void {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const look = () => {
    const heading = headingOf()
    if (!heading) return
    stop()
    use(heading)
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => {
    stop()
    use(null)
  }, headingWithinMs)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return stop
}

/** Nothing moves if the page has put the focus somewhere itself, or the user has by now. */
function moveFocus(heading: HTMLElement | null): void {
  const main = document.querySelector('main')
  const { activeElement } = document
  if (!main || (activeElement !== main && main.contains(activeElement))) return
  if (activeElement?.closest('[role=dialog], [role=menu]')) return
  const target = heading ?? main
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
