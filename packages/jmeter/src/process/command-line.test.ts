import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { argumentsOf } from './command-line.ts'
import { chooseHome, homeAt } from './homes.ts'
import { javaMajorOf } from './java.ts'

const line = {
  home: '/opt/jmeter',
  javaMajor: 17,
  jvmOptions: ['-Xmx2g'],
  properties: [{ name: 'jmeter.save.saveservice.label', value: 'false' }],
  planPath: '/run/plan.jmx',
  rowsPath: '/run/rows.csv',
  rowFormat: 'csv' as const,
  isFull: false,
  logPath: '/run/jmeter.log',
  logConfigPath: '/run/log4j2.xml',
  jarPaths: ['/run/a.jar', '/run/b.jar'],
  stopPort: 4_445,
}

test('what the worker needs wins over the user’s properties, and the user’s Java options over ours', () => {
  const args = argumentsOf(line)
  const last = (name: string) => args.findLast(arg => arg.startsWith(name))
  expect(last('-Jjmeter.save.saveservice.label=')).toBe('-Jjmeter.save.saveservice.label=true')
  expect(last('-Xmx')).toBe('-Xmx2g')
  expect(args.indexOf('-Xmx2g')).toBeLessThan(args.indexOf('-jar'))
  expect(last('-Jsearch_paths=')).toBe('-Jsearch_paths=/run/a.jar;/run/b.jar')
})

test('modules are opened where Java has some', () => {
  expect(argumentsOf(line).some(arg => arg.startsWith('--add-opens'))).toBe(true)
  expect(argumentsOf({ ...line, javaMajor: 8 }).some(arg => arg.startsWith('--add-opens'))).toBe(false)
})

test.each([
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ['java version "1.8.0_412"', 8],
  ['openjdk version "21" 2023-09-19', 21],
  ['command not found', null],
])('the major version in %s', (output, major) => {
  expect(javaMajorOf(output)).toBe(major)
})

const folder = mkdtempSync(join(tmpdir(), 'pone-homes-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the version that is asked for is chosen, else the newest that is whole', () => {
  for (const name of ['apache-jmeter-5.4.3', 'apache-jmeter-5.10']) {
    mkdirSync(join(folder, name, 'bin'), { recursive: true })
    writeFileSync(join(folder, name, 'bin', 'ApacheJMeter.jar'), '')
  }
  const homes = ['apache-jmeter-5.4.3', 'apache-jmeter-5.10'].flatMap(
    name => homeAt(join(folder, name)) ?? [],
  )
  expect(chooseHome([...homes, { version: '9.0', path: join(folder, 'gone') }], null)?.version).toBe('5.10')
  expect(chooseHome(homes, '5.4.3')?.version).toBe('5.4.3')
  expect(chooseHome(homes, '5.5')).toBeNull()
  expect(homeAt(folder)).toBeNull()
})
