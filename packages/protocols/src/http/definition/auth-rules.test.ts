import { describe, expect, test } from 'vitest'
import { checkAuth } from './auth-rules.ts'
import { httpRequestSchema } from './request.ts'

describe('authentication', () => {
  test.each<[object, string[]]>([
    [{ kind: 'none' }, []],
    [{ kind: 'asSet' }, []],
    [{ kind: 'basic', user: 'ann', password: '' }, []],
    [{ kind: 'basic', user: 'a:b', password: '' }, ['auth.user colonInUser']],
    [{ kind: 'basic', user: '${substring(a:b,0,1)}', password: '' }, []],
    [{ kind: 'digest', user: '', password: 'x' }, ['auth.user emptyCredential']],
    [{ kind: 'digest', user: 'a:b', password: 'x' }, []],
    [{ kind: 'bearer', token: ' ' }, ['auth.token emptyCredential']],
    [{ kind: 'oauth2', tokenUrl: 'https://a.example/token', clientId: 'c', clientSecret: '' }, []],
    [{ kind: 'oauth2', tokenUrl: '${url}', clientId: 'c', clientSecret: '' }, []],
    [
      { kind: 'oauth2', tokenUrl: '/token', clientId: '', clientSecret: '' },
      ['auth.tokenUrl badTokenUrl', 'auth.clientId emptyCredential'],
    ],
  ])('%j: %j', (auth, expected) => {
    const found: string[] = []
    checkAuth(httpRequestSchema.parse({ url: '/', auth }).auth, 'auth', (field, code) =>
      found.push(`${field} ${code}`),
    )
    expect(found).toEqual(expected)
  })
})
