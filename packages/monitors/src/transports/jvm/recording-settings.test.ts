import { expect, it } from 'vitest'
import { javaVersion, recordingSettings } from './recording-settings.ts'

const eventsIn = (text: string): string[] =>
  [...text.matchAll(/event name="([^"]+)"/g)].map(([, name]) => name ?? '')

it.each([
  [
    8,
    ['cpu', 'alloc'],
    ['jdk.ExecutionSample', 'jdk.ObjectAllocationInNewTLAB', 'jdk.ObjectAllocationOutsideTLAB'],
  ],
  [17, ['cpu', 'alloc'], ['jdk.ExecutionSample', 'jdk.ObjectAllocationSample']],
  [25, ['cpu'], ['jdk.CPUTimeSample']],
  [25, ['lock'], ['jdk.JavaMonitorEnter', 'jdk.ThreadPark']],
] as const)('Java %i records of %j the events that it has: %j', (java, kinds, events) => {
  expect(eventsIn(recordingSettings(kinds, java))).toEqual(events)
})

it.each([
  ['OpenJDK 64-Bit Server VM version 17.0.15+6\nJDK 17.0.15\n', { major: 17, text: 'JDK 17.0.15' }],
  ['OpenJDK 64-Bit Server VM version 25+36-LTS\nJDK 25\n', { major: 25, text: 'JDK 25' }],
  ['OpenJDK 64-Bit Server VM version 25.402-b06\nJDK 8.0_402\n', { major: 8, text: 'JDK 8.0_402' }],
  ['something else', null],
])('the version in %j is %j', (answer, version) => {
  expect(javaVersion(answer)).toEqual(version)
})
