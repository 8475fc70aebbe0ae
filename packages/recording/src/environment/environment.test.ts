import { expect, test } from 'vitest'
import type { Recording } from '../model/recording.ts'
import { environmentOf, withEnvironment } from './environment.ts'

const environment = (values: readonly object[]) =>
  JSON.stringify({ name: 'Test', values, _postman_variable_scope: 'environment' })

test('an environment gives the values of variables, also those of the collection', () => {
  const read = environmentOf(
    environment([
      { key: 'host', value: 'http://shop.example', enabled: true },
      { key: 'pin', value: 'x', type: 'secret' },
      { key: 'off', value: '1', enabled: false },
      { key: 'count', value: 3 },
    ]),
  )
  if (read === null) throw new Error('It is no environment')
  const own = [
    { name: 'host', value: 'http://old' },
    { name: 'page', value: '1' },
  ]
  const recording: Recording = { format: 'postman', pages: [], exchanges: [], left: [], variables: own }
  expect(withEnvironment(recording, read).variables).toEqual([
    { name: 'page', value: '1' },
    { name: 'host', value: 'http://shop.example', isSecret: false },
    { name: 'pin', value: 'x', isSecret: true },
    { name: 'count', value: '3', isSecret: false },
  ])
})

test.each([['{"_postman_variable_scope":'], ['{"_postman_variable_scope":"environment"}'], ['{"item":[]}']])(
  'what is no environment is none: %s',
  text => {
    expect(environmentOf(text)).toBeNull()
  },
)
