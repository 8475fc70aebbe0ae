import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { filesystemsOf, partsOf, scriptOf } from './ssh-script.ts'

test('a real shell prints each file that exists as a part, and no other', () => {
  const script = scriptOf(['/proc/loadavg', '/proc/no such file', '/proc/uptime'], ['processCount'])
  const parts = partsOf(execFileSync('sh', ['-s'], { input: script, encoding: 'utf8' }))
  expect(Object.keys(parts)).toEqual(['/proc/loadavg', '/proc/uptime', 'processCount'])
  expect(parts['/proc/loadavg']).toMatch(/^\d+\.\d+ /)
  expect(Number(parts['processCount'])).toBeGreaterThan(1)
})

test('no path leaves its quotes', () => {
  const script = scriptOf(["/tmp/'; echo broken; '"], [])
  expect(execFileSync('sh', ['-s'], { input: script, encoding: 'utf8' })).toBe('')
})

test('file systems are those of the disk, with places that hold spaces', () => {
  const output = `
@@pone-part mounts
/dev/sda1 / ext4 rw 0 0
/dev/sdb1 /mnt/my\\040disk xfs rw 0 0
proc /proc proc rw 0 0
server:/x /nfs nfs4 rw 0 0

@@pone-part sizes
Filesystem 1024-blocks Used Available Capacity Mounted on
/dev/sda1 1000 400 500 45% /
/dev/sdb1 2000 0 2000 0% /mnt/my disk
server:/x 9000 1 8999 1% /nfs

@@pone-part inodes
Filesystem Inodes IUsed IFree IUse% Mounted on
/dev/sda1 100 30 70 30% /
`
  expect(filesystemsOf(output)).toMatchObject([
    {
      mount: '/',
      type: 'ext4',
      sizeBytes: 1_024_000,
      freeBytes: 614_400,
      availableBytes: 512_000,
      freeInodes: 70,
    },
    { mount: '/mnt/my disk', type: 'xfs', sizeBytes: 2_048_000, freeInodes: Number.NaN },
  ])
})
