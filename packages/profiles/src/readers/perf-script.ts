/** Reads the output of `perf script`: a head per sample, its frames below, innermost first, and a blank line. */
import { decoded, linesOf, type ProfileReader, RecordingBuilder } from './reader.ts'

/** `java 1234/1240 [001] 5234.123456:   250000 cpu-clock:pppH: ` */
const headForm = /^(\S.*?)\s+(\d+)(?:\/\d+)?\s+(?:\[\d+\]\s+)?(\d+\.\d+):\s*(?:\d+\s+)?([\w.:/=-]+?):?\s*$/
/** `        7f1c2a main+0x10 (/usr/bin/demo)` */
const frameForm = /^\s+([0-9a-f]+)\s+(.+?)\s+\(([^()]*(?:\([^()]*\))?[^()]*)\)$/

export const perfScriptReader: ProfileReader = {
  format: 'perf',
  fits: (_, text) => {
    const lines = text?.split('\n', 400).map(line => line.trimEnd()) ?? []
    return lines.some((line, at) => headForm.test(line) && frameForm.test(lines[at + 1] ?? ''))
  },
  read: bytes => {
    const recording = new RecordingBuilder()
    let command: string | null = null
    let event = ''
    let frames: string[] = []
    let first = Infinity
    let last = -Infinity
    const flush = (): void => {
      if (command !== null && frames.length > 0) {
        const tree = recording.tree({ kind: 'cpu', unit: 'samples', source: event })
        tree.add([command, ...frames.toReversed()], 1)
      }
      command = null
      frames = []
    }
    for (const { line } of linesOf(decoded(bytes))) {
      const text = line.trimEnd()
      const head = text.startsWith('\t') ? null : headForm.exec(text)
      if (text === '') flush()
      else if (head !== null) {
        flush()
        command = head[1] ?? ''
        event = (head[4] ?? '').replace(/:[A-Za-z]+$/, '')
        first = Math.min(first, Number(head[3]))
        last = Math.max(last, Number(head[3]))
      } else if (command !== null) {
        const [, , symbol, object] = frameForm.exec(text) ?? []
        if (symbol !== undefined) frames.push(nameOf(symbol, object ?? ''))
      }
    }
    flush()
    const durationMs = last > first ? Math.round((last - first) * 1_000) : null
    return recording.finish({ durationMs })
  },
}

/** The function without its offset; one that perf does not know is named by its file. */
function nameOf(symbol: string, object: string): string {
  if (symbol === '[unknown]') return `[${object.split('/').at(-1) || 'unknown'}]`
  return symbol.replace(/\+0x[0-9a-f]+$/, '')
}
