import { expect, test } from 'vitest'
import { agentCommands, downloadCommands } from './install-commands.ts'

test('the download command resumes a broken transfer, and verifies the checksum', () => {
  const file = { fileName: 'agent.tar.gz', sha256: 'ab12' }
  expect(downloadCommands(file, 'http://pone/file')).toBe(
    "curl -fL -C - -o agent.tar.gz http://pone/file\necho 'ab12  agent.tar.gz' | sha256sum -c",
  )
})

test('characters with a meaning in the shell are quoted', () => {
  const file = { fileName: "a'b c.tgz", sha256: 'ab12' }
  expect(downloadCommands(file, 'http://pone/a?b')).toContain(`-o 'a'\\''b c.tgz' 'http://pone/a?b'`)
  expect(agentCommands(file, 'http://pone')).toContain(`tar -xzf 'a'\\''b c.tgz'`)
})
