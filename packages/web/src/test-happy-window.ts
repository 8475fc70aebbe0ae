/** The window that the tests of pages share, as its library drives it. */
import { onTestFinished } from 'vitest'

interface WindowSize {
  readonly width?: number
  readonly height?: number
}

interface HappyWindow {
  /** Ends requests and timers. */
  abort(): Promise<void>
  setURL(url: string): void
  setViewport(size: WindowSize): void
}

export const happyWindow = (): HappyWindow =>
  (window as unknown as { readonly happyDOM: HappyWindow }).happyDOM

/** Resizes the window for this test. */
export function resizeWindow(size: WindowSize): void {
  const { innerWidth: width, innerHeight: height } = window
  happyWindow().setViewport(size)
  onTestFinished(() => happyWindow().setViewport({ width, height }))
}
