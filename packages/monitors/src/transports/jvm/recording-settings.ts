/** What the Flight Recorder of a JVM is told to record, as the configuration file that every version of it reads. */

/** What is measured: processor time, allocated memory, waiting for locks. */
export type RecordedKind = 'cpu' | 'alloc' | 'lock'

interface RecordedEvent {
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
}

/** From this version on a JVM samples by processor time, native code included. */
const cpuTimeSince = 25
const allocationSampleSince = 16

/** Shorter waits are not recorded: there can be millions. */
const leastWait = '10 ms'

function eventsOf(kind: RecordedKind, java: number): readonly RecordedEvent[] {
  if (kind === 'cpu')
    return java >= cpuTimeSince
      ? [{ name: 'jdk.CPUTimeSample', settings: { throttle: '500/s' } }]
      : [{ name: 'jdk.ExecutionSample', settings: { period: '20 ms' } }]
  if (kind === 'alloc')
    return java >= allocationSampleSince
      ? [{ name: 'jdk.ObjectAllocationSample', settings: { throttle: '150/s' } }]
      : ['jdk.ObjectAllocationInNewTLAB', 'jdk.ObjectAllocationOutsideTLAB'].map(name => ({
          name,
          settings: {},
        }))
  return ['jdk.JavaMonitorEnter', 'jdk.ThreadPark'].map(name => ({
    name,
    settings: { threshold: leastWait },
  }))
}

/** Of a JVM of this major version; all other events are off. */
export function recordingSettings(kinds: readonly RecordedKind[], java: number): string {
  const events = kinds.flatMap(kind => eventsOf(kind, java))
  const setting = (name: string, value: string) => `<setting name="${name}">${value}</setting>`
  const lines = events.map(({ name, settings }) => {
    const all = { enabled: 'true', stackTrace: 'true', ...settings }
    return `<event name="${name}">${Object.entries(all)
      .map(([key, value]) => setting(key, value))
      .join('')}</event>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<configuration version="2.0" label="Pone" description="" provider="Pone">',
    ...lines,
    '</configuration>',
    '',
  ].join('\n')
}

export interface JavaVersion {
  readonly major: number
  /** The line that tells it, e.g. `JDK 17.0.15`. */
  readonly text: string
}

/** Of an answer of `VM.version`; null when it has none. */
export function javaVersion(answer: string): JavaVersion | null {
  const [text, first, second] = /^JDK (\d+)(?:\.(\d+))?.*$/m.exec(answer) ?? []
  if (text === undefined) return null
  return { major: first === '1' ? Number(second) : Number(first), text: text.trim() }
}
