/** Starts the tour from anywhere; the host in the shell listens. */
const eventName = 'pone:startTour'

export function startTour(): void {
  window.dispatchEvent(new Event(eventName))
}

/** @returns a function that ends the subscription */
export function onTourStart(listener: () => void): () => void {
  window.addEventListener(eventName, listener)
  return () => window.removeEventListener(eventName, listener)
}
