import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { factsScript, parseFacts } from './remote-facts.ts'

test('the script tells the facts of a machine in any shell', () => {
  const output = execFileSync('sh', ['-s'], { input: factsScript, encoding: 'utf8' })
  const facts = parseFacts(output, 5)
  expect(facts).toMatchObject({ architecture: process.arch, at: 5 })
  expect(facts?.cores).toBeGreaterThanOrEqual(1)
  expect(facts?.cores).toBeLessThanOrEqual(availableParallelism() * 64)
  expect(facts?.diskTotalBytes).toBeGreaterThan(facts?.diskFreeBytes ?? 0)
})

test.each([
  ['x86_64', 'x64'],
  ['aarch64', 'arm64'],
  ['riscv64', 'riscv64'],
])('a machine of %s has the architecture %s', (machine, architecture) => {
  const facts = parseFacts(`system=Debian = 12\nmachine=${machine}\ncores=4\nmemory=1024\njava=\n`, 1)
  expect(facts).toMatchObject({ system: 'Debian = 12', architecture, cores: 4, memoryBytes: 1_024 })
  expect(facts?.javaVersion).toBeNull()
})

test('what is no answer of a shell is none', () => {
  expect(parseFacts('This account is currently not available.\n', 1)).toBeNull()
})
