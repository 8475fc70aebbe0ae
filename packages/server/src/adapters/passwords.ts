/** Hashes passwords with argon2id (PHC string format) and generates random ones that satisfy the password rule. */
import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { passwordMaxLength } from '@pone/schema/limits.ts'

/** OWASP's recommendation: 19 MiB, two passes, one lane. */
const memoryKiB = 19_456
const passes = 2
const hashBytes = 32

/** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`; about 25 ms off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, { salt, memory: memoryKiB, passes })
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${base64(salt)}$${base64(hash)}`
}

/** Takes the same time whether the password is correct or not. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored)
  const [, memory = '', rounds = '', salt = '', hash = ''] = match ?? []
  if (match === null) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(password, {
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(rounds),
  })
  return timingSafeEqual(actual, expected)
}

function derive(
  password: string,
  { salt, memory, passes }: { salt: Buffer; memory: number; passes: number },
) {
  const parameters: Argon2Parameters = {
    message: password.normalize('NFKC'),
    nonce: salt,
    parallelism: 1,
    tagLength: hashBytes,
    memory,
    passes,
  }
  return new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', parameters, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
const specials = '!#$%&*+-=?@'

/** Contains every kind of character, and none that is easily misread. */
export function randomPassword(length: number = passwordMaxLength): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  const characters = [pick(letters), pick(digits), pick(specials)]
  while (characters.length < length) characters.push(pick(letters + digits + specials))
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const held = characters[last] ?? ''
    characters[last] = characters[other] ?? ''
    characters[other] = held
  }
  return characters.join('')
}
