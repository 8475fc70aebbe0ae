/** How long a page takes to open from a click on its link in the menu, and where the time goes, measured inside Chromium. */
import type { CDPSession, Page } from 'playwright-core'

/** All times in ms, from the click where not said otherwise. */
export interface Opening {
  /** Until a row of the page's tree is drawn and the browser is idle again. */
  readonly totalMs: number
  /** Until the call of the tree left: the page's code was loaded and run. */
  readonly askedMs: number
  /** From the call to the first byte of its answer: server and database. */
  readonly serverMs: number
  /** From the first to the last byte of the answer. */
  readonly transferMs: number
  /** From the last byte until the row is drawn: JSON, tree, rendering. */
  readonly drawnMs: number
  readonly wireBytes: number
  readonly plainBytes: number
  /** CPU time of the page's main thread during all of it; comparable under load, unlike the times above. */
  readonly mainThreadMs: number
  /** Durations of tasks of more than 50 ms. */
  readonly longTasksMs: readonly number[]
}

/** `call` is the path of the call that the tree comes from. */
export async function openFromMenu(
  page: Page,
  cdp: CDPSession,
  { address, call }: { readonly address: string; readonly call: string },
): Promise<Opening> {
  const before = await cpuMs(cdp)
  const measured = await page.evaluate(
    async ({ address, call }) => {
      const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
        each => each.getAttribute('href') === address,
      )
      if (!link) throw new Error(`no link to ${address}`)
      const longTasksMs: number[] = []
      const observer = new PerformanceObserver(list => {
        for (const task of list.getEntries()) longTasksMs.push(task.duration)
      })
      observer.observe({ type: 'longtask' })
      performance.clearResourceTimings()
      const frame = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
      const start = performance.now()
      link.click()
      do await frame()
      while (location.pathname !== address || document.querySelector('[role=tree] [role=treeitem]') === null)
      const end = performance.now()
      // The last task is reported after it ended.
      await frame()
      observer.disconnect()
      const timings = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const answer = timings.find(({ name }) => name.endsWith(call))
      if (!answer) throw new Error(`${call} was not called`)
      return {
        totalMs: end - start,
        askedMs: answer.startTime - start,
        serverMs: answer.responseStart - answer.startTime,
        transferMs: answer.responseEnd - answer.responseStart,
        drawnMs: end - answer.responseEnd,
        wireBytes: answer.encodedBodySize,
        plainBytes: answer.decodedBodySize,
        longTasksMs,
      }
    },
    { address, call },
  )
  return { ...measured, mainThreadMs: (await cpuMs(cdp)) - before }
}

/** CPU time of the page's main thread so far, if the session counts in thread ticks. */
async function cpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}
