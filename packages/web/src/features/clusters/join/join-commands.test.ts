import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isOnlyLocal, joinCommand, joinWays } from './join-commands.ts'

test.each(joinWays)('the command for "%s" is accepted by a shell', way => {
  const command = joinCommand(way, { server: 'http://pone.example.com:8600', token: 'a-B_9', pin: null })
  execFileSync('sh', ['-n', '-c', command])
  expect(command).toContain('a-B_9')
  expect(command).toContain('http://pone.example.com:8600')
})

test('characters with a meaning in the shell are quoted', () => {
  const command = joinCommand('command', { server: 'http://x/?a=$(b)&c', token: "it's", pin: null })
  const said = execFileSync('sh', ['-c', command.replace('./pone agent', 'printf "%s\\n"')], {
    encoding: 'utf8',
  })
  expect(said).toBe('--server\nhttp://x/?a=$(b)&c\n')
})

test.each(joinWays)(
  'the command for "%s" contains the fingerprint of the server’s CA, over TLS only',
  way => {
    const pin = 'AB:CD'
    const token = 'a-B_9'
    expect(joinCommand(way, { server: 'https://pone.example.com', token, pin })).toMatch(
      /(--pin |PONE_AGENT_PIN=)AB:CD/,
    )
    expect(joinCommand(way, { server: 'http://pone.example.com', token, pin })).not.toContain(pin)
  },
)

test.each([
  ['http://localhost:8600', true],
  ['http://127.0.0.1:8600', true],
  ['http://[::1]:8600', true],
  ['http://192.168.1.5:8600', false],
  ['https://pone.example.com', false],
])('%s is reached from this machine alone: %s', (server, isLocal) => {
  expect(isOnlyLocal(server)).toBe(isLocal)
})
