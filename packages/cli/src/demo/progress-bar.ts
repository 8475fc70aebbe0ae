/** The progress bar of a run on stderr; prints nothing without a terminal. */

export interface Progress {
  /** 0 to 1. */
  readonly done01: number
  readonly users: number
  readonly requests: number
  readonly p95Ms: number
}

export interface ProgressBar {
  readonly show: (progress: Progress) => void
  /** Ends the line, so that the following output starts on a new one. */
  readonly end: () => void
}

const widthCells = 30

export function createProgressBar(stream: NodeJS.WriteStream): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, end: () => undefined }
  return {
    show: progress => stream.write(`\r\u001b[2K${formatProgress(progress)}`),
    end: () => stream.write('\r\u001b[2K'),
  }
}

export function formatProgress({ done01, users, requests, p95Ms }: Progress): string {
  const share01 = Math.min(1, Math.max(0, done01))
  const filled = Math.round(share01 * widthCells)
  const bar = '█'.repeat(filled) + '░'.repeat(widthCells - filled)
  const percent = `${Math.round(share01 * 100)}%`.padStart(4)
  return `${bar} ${percent}  users ${users}  requests ${requests}  P95 ${Math.round(p95Ms)} ms`
}
