/** Closes what was opened, the latest first, also on Ctrl-C. */

export interface Closers {
  readonly add: (close: () => Promise<void>) => void
  /** Every closer is called, even when one fails. @throws what the first failing one threw */
  readonly closeAll: () => Promise<void>
}

/** One per process: it handles the signals that end the process. */
export function createClosers(): Closers {
  const open: (() => Promise<void>)[] = []
  const closeAll = async () => {
    const failures: unknown[] = []
    for (const close of open.splice(0).reverse()) {
      await close().catch((cause: unknown) => failures.push(cause))
    }
    if (failures.length > 0) throw failures[0]
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stdout.write(`ended by ${signal}\n`)
      void closeAll().finally(() => process.exit(1))
    })
  }
  return { add: close => void open.push(close), closeAll }
}
