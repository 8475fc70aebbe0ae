import { expect, test } from 'vitest'
import { agentCommands, downloadCommands } from './install-commands.ts'

test('a package is fetched so that a broken transfer goes on, and its checksum is checked', () => {
  const file = { fileName: 'agent.tar.gz', sha256: 'ab12' }
  expect(downloadCommands(file, 'http://pone/file')).toBe(
    "curl -fL -C - -o agent.tar.gz http://pone/file\necho 'ab12  agent.tar.gz' | sha256sum -c",
  )
})

test('what a shell would read in another way is quoted', () => {
  const file = { fileName: "a'b c.tgz", sha256: 'ab12' }
  expect(downloadCommands(file, 'http://pone/a?b')).toContain(`-o 'a'\\''b c.tgz' 'http://pone/a?b'`)
  expect(agentCommands(file, 'http://pone')).toContain(`tar -xzf 'a'\\''b c.tgz'`)
})
