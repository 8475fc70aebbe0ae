import { expect, test } from 'vitest'
import { machineReasons } from './machine-reasons.ts'

const able = { name: 'able', jmeter: { versions: ['5.5', '5.6.3'], hasJava: true } }
const bare = { name: 'bare', jmeter: { versions: [], hasJava: false } }
const old = { name: 'old', jmeter: { versions: ['5.4'], hasJava: true } }
const silent = { name: 'silent' }

test('machines that have the required software, or have not reported it, are no obstacle', () => {
  expect(machineReasons([able, silent], '')).toEqual([])
  expect(machineReasons([able, old], '')).toEqual([])
  expect(machineReasons([able], '5.6.3')).toEqual([])
})

test('missing software is reported with the machines', () => {
  expect(machineReasons([able, bare, old], '5.6.3').map(({ en }) => en)).toEqual([
    expect.stringMatching(/bare have no JMeter:/),
    'the load machines old have no JMeter 5.6.3',
    expect.stringMatching(/bare have no Java/),
  ])
  expect(machineReasons([bare], '')[0]?.zh).toMatch(/^压力机 bare 没有安装 JMeter/)
})
