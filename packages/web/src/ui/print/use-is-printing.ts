/** Whether the page is being printed, updated while the component is mounted. */
import { useSyncExternalStore } from 'react'

/** Browsers count the sheets before they report the change of media, and leave out what the page adds after that: it changes with `beforeprint`. */
let isPrepared = false

export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrepared || window.matchMedia('print').matches)
}

function subscribe(listener: () => void): () => void {
  const set = (value: boolean) => () => {
    isPrepared = value
    listener()
  }
  const [begin, end] = [set(true), set(false)]
  const media = window.matchMedia('print')
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media.addEventListener('change', listener)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media.removeEventListener('change', listener)
  }
}
