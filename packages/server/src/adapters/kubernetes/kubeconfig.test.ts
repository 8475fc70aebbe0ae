import { AppError } from '@pone/contract/errors.ts'
import { expect, test } from 'vitest'
import { assertKubeconfig } from './kubeconfig.ts'

const plain = {
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    { name: 'c', cluster: { server: 'https://127.0.0.1:6443', 'certificate-authority-data': 'AA==' } },
  ],
  users: [{ name: 'u', user: { token: 'x' } }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'load' } }],
  'current-context': 'x',
}
const refusalOf = (text: string) => {
  try {
    assertKubeconfig(text)
    return null
  } catch (cause) {
    return cause instanceof AppError ? cause.params : cause
  }
}

test('a kubeconfig that holds all it needs is taken, as YAML or JSON', () => {
  expect(refusalOf(JSON.stringify(plain))).toBeNull()
  expect(
    refusalOf(
      'clusters: [{name: c, cluster: {server: "https://k:6443"}}]\nusers: [{name: u, user: {token: x}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\ncurrent-context: x\n',
    ),
  ).toBeNull()
})

test.each([
  ['a program to start', { users: [{ name: 'u', user: { exec: { command: 'sh' } } }] }],
  ['a file as token', { users: [{ name: 'u', user: { tokenFile: '/etc/passwd' } }] }],
  ['a file as key', { users: [{ name: 'u', user: { 'client-key': '/etc/ssl/private/key' } }] }],
  ['a provider to sign in with', { users: [{ name: 'u', user: { 'auth-provider': { name: 'gcp' } } }] }],
  [
    'a file as authority',
    {
      clusters: [
        { name: 'c', cluster: { server: 'https://k:6443', 'certificate-authority': '/etc/shadow' } },
      ],
    },
  ],
])('a kubeconfig with %s is refused', (_, changes) => {
  expect(refusalOf(JSON.stringify({ ...plain, ...changes }))).toEqual({
    detail: 'kubeconfigReachesOut',
    field: 'kubeconfig',
  })
})

test.each([
  ['text', 'hello'],
  ['broken YAML', 'a: [b'],
  ['one without clusters', JSON.stringify({ ...plain, clusters: [] })],
  ['an address of another kind', JSON.stringify(plain).replace('https://', 'file://')],
  ['a bomb of aliases', `a: &a [x]\nb: [${'*a,'.repeat(50)}]`],
])('%s is no kubeconfig', (_, text) => {
  expect(refusalOf(text)).toEqual({ detail: 'kubeconfigUnreadable', field: 'kubeconfig' })
})
