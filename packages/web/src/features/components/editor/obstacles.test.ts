/** What prevents saving or running a component. */
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { expect, test } from 'vitest'
import { runningObstacle, savingObstacle } from './obstacles.ts'

const request = (http: object) => ({
  id: 'r',
  name: 'List',
  enabled: true,
  kind: 'request',
  protocol: 'http',
  http,
  checkpoints: [],
  extractors: [],
})
const documentWith = (...steps: object[]) => componentDocumentSchema.parse({ steps })
const fine = documentWith(request({ url: 'http://a.example/' }))
const warned = documentWith(request({ url: 'http://a.example/${nobody}' }))
const wrong = documentWith(request({ url: '' }))
const empty = documentWith()
// As it is while somebody types: the schema would not take it.
const refused = { ...fine, threadGroup: { ...fine.threadGroup, threads: -1 } }

const brokenCode = { text: 'component.code.cannotSave', shownIn: 'code' }
const noSteps = { text: 'component.noSteps', shownIn: null }
const cannotSave = { text: 'component.cannotSave', shownIn: 'problems' }
const cannotRun = { text: 'component.cannotRun', shownIn: 'problems' }

test.each([
  ['is fine', fine, null, null],
  ['has a warning', warned, null, null],
  ['has an error', wrong, null, cannotRun],
  ['has no steps', empty, null, noSteps],
  ['holds what the schema refuses', refused, cannotSave, cannotRun],
])('a component that %s', (_, document, saving, running) => {
  expect(savingObstacle(document, false)).toEqual(saving)
  expect(runningObstacle(document, false, {})).toEqual(running)
})

test('code with errors prevents both, whatever the last valid document is', () => {
  for (const document of [fine, empty, refused]) {
    expect(savingObstacle(document, true)).toEqual(brokenCode)
    expect(runningObstacle(document, true, {})).toEqual(brokenCode)
  }
})

test('a missing file prevents running, but not saving', () => {
  const id = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0001'
  const document = documentWith(request({ url: 'http://a.example/', body: { kind: 'binary', fileId: id } }))
  expect(savingObstacle(document, false)).toBeNull()
  expect(runningObstacle(document, false, { attachmentIds: new Set([id]) })).toBeNull()
  expect(runningObstacle(document, false, { attachmentIds: new Set() })).toEqual(cannotRun)
})
