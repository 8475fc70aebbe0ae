import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listJavaProcesses, mainOf, parseJavaVersion } from './java.ts'

test.each([
  [['-Xmx1g', '-jar', '/opt/shop/shop.jar', '--password=x'], 'shop.jar'],
  [['-cp', 'a.jar:b.jar', 'com.example.Main', 'secret'], 'com.example.Main'],
  [['-m', 'shop/com.example.Main'], 'shop/com.example.Main'],
  [['-version'], 'java'],
])('of %j the name is %s, without what may be secret', (args, name) => {
  expect(mainOf(args)).toBe(name)
})

test('the version is read from the output of java', () => {
  expect(parseJavaVersion('openjdk version "17.0.15" 2025-04-15\n')).toBe('17.0.15')
  expect(parseJavaVersion('java version "1.8.0_402"\n')).toBe('1.8.0_402')
  expect(parseJavaVersion('command not found')).toBeNull()
})

test('only processes whose program is java are listed', async () => {
  const proc = await mkdtemp(join(tmpdir(), 'pone-proc-'))
  const add = async (pid: string, ...args: string[]) => {
    await mkdir(join(proc, pid))
    await writeFile(join(proc, pid, 'cmdline'), `${args.join('\0')}\0`)
  }
  await add('12', '/usr/bin/java', '-jar', 'shop.jar')
  await add('7', 'java', 'Main')
  await add('9', '/usr/bin/javac', 'Main.java')
  await mkdir(join(proc, '11'))
  await mkdir(join(proc, 'self'))
  const found = await listJavaProcesses(proc)
  await rm(proc, { recursive: true })
  expect(found.map(({ pid, name }) => [pid, name])).toEqual([
    [7, 'Main'],
    [12, 'shop.jar'],
  ])
})
