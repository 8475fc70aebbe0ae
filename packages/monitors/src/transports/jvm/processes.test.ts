import { expect, test } from 'vitest'
import { type JvmProcess, mainOf, selectJvms } from './processes.ts'

const jvm = (pid: number, command: readonly string[]): JvmProcess => ({
  pid,
  ownPid: pid,
  uid: 0,
  gid: 0,
  startedAt: '1',
  command,
  handlesQuit: true,
})

test.each([
  [['java', '-Xmx64m', '-jar', '/opt/shop.jar', '--server.port=1'], '/opt/shop.jar'],
  [['java', '-cp', 'a.jar:b.jar', '-Dx=1', 'org.example.Main', 'start'], 'org.example.Main'],
  [['java', '@options', '-m', 'shop/org.example.Main'], 'shop/org.example.Main'],
  [['java', '--add-opens', 'java.base/java.lang=ALL-UNNAMED', 'org.example.Main'], 'org.example.Main'],
  [['/usr/bin/java', '-version'], '/usr/bin/java'],
  [[], ''],
])('the main class or jar of %j is %s', (command, main) => {
  expect(mainOf(command)).toBe(main)
})

test('a process is meant by its number, a part of its main class, or one whole argument, never by a part of another', () => {
  const first = jvm(11, ['java', '-Dcatalina.base=/opt/a', '-Ddb.password=hunter2', 'org.apache.Bootstrap'])
  const second = jvm(112, ['java', '-Dcatalina.base=/opt/b', 'org.apache.Bootstrap'])
  const select = (text: string) => selectJvms([first, second], text).map(({ pid }) => pid)
  expect(select('11')).toEqual([11])
  expect(select(' Bootstrap ')).toEqual([11, 112])
  expect(select('-Dcatalina.base=/opt/b')).toEqual([112])
  expect(select('catalina.base')).toEqual([])
  expect(select('-Ddb.password=h')).toEqual([])
  expect(select('hunter')).toEqual([])
})
