/** The configuration of JMeter's log, and the parser of its lines: with instants instead of local times. */
import type { LogLine } from '@pone/contract/entities/run.ts'

/** Text of the log4j2 configuration that JMeter is given. */
export const logConfig = `<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="WARN">
  <Appenders>
    <File name="jmeter-log" fileName="\${sys:jmeter.logfile:-jmeter.log}" append="false">
      <PatternLayout pattern="%d{UNIX_MILLIS} %p %c{1.}: %m%n" charset="UTF-8"/>
    </File>
  </Appenders>
  <Loggers>
    <Root level="info"><AppenderRef ref="jmeter-log"/></Root>
    <Logger name="org.apache.jmeter.junit" level="info"/>
  </Loggers>
</Configuration>
`

const levels: Record<string, LogLine['level']> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
  FATAL: 'error',
}

/** A line of the log; null when it continues the one before, as the lines of a stack do. */
export function readLogLine(text: string): LogLine | null {
  const [, at, level, source, message] = /^(\d{13}) ([A-Z]+) (\S*): (.*)$/s.exec(text) ?? []
  if (at === undefined || level === undefined || source === undefined || message === undefined) return null
  return { at: Number(at), level: levels[level] ?? 'info', source, message }
}
