import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('the same sentence is written a few times, whatever numbers and ids it names; another one is still written', () => {
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(line) })
  for (let index = 0; index < 92_339; index += 1)
    log.child({ reqId: index }).warn({ err: new Error('x') }, `run ${index} could not be stored`)
  log.info('another')
  log.fatal('the end')
  expect(lines).toHaveLength(12)
  expect(lines.slice(-2).map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'another',
    'the end',
  ])
})
