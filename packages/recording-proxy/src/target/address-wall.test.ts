import { expect, test } from 'vitest'
import { AddressNotAllowed, createAddressWall } from './address-wall.ts'

test.each(['169.254.169.254', '::ffff:169.254.169.254', '100.100.100.200', 'fd00:ec2::254'])(
  'credentials of the machine at %s stay closed, also in a subnet that is allowed',
  address => {
    const wall = createAddressWall(['169.254.0.0/16', '100.64.0.0/10', 'fd00::/8'])
    expect(() => wall.check(address)).toThrow(AddressNotAllowed)
  },
)

test.each(['169.254.1.1', '100.64.1.1', 'fd00::1', '192.0.3.1'])('%s is reached', address => {
  const wall = createAddressWall(['169.254.0.0/16', '100.64.0.0/10', 'fd00::/8'])
  expect(() => wall.check(address)).not.toThrow()
})
