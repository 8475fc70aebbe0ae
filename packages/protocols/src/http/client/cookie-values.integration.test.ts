import { expect, test } from 'vitest'
import { testHarness } from '../test-harness.ts'
import { callOf, serveHttp } from '../test-servers.ts'
import { cookieValues } from './cookie-values.ts'

const { started, newSession } = testHarness()

test('a cookie is that of the answer, else the one that the user keeps for the address', async () => {
  const server = await started(
    serveHttp((request, response) => {
      if (request.url === '/set') response.setHeader('Set-Cookie', ['sid=abc; Path=/', 'lang=zh', 'sid=d'])
      response.end()
    }),
  )
  const session = newSession()
  const set = await session.execute(callOf(`${server.url}/set`, { wantsHeaders: true }))
  expect(cookieValues(set, session, 'sid')).toEqual(['abc', 'd'])
  const later = await session.execute(callOf(`${server.url}/later`, { wantsHeaders: true }))
  expect(cookieValues(later, session, 'lang')).toEqual(['zh'])
  expect(cookieValues(later, session, 'other')).toEqual([])
})
