/** Fields of a user name and a password, as samplers and the login element name them. */
import type { ItemDefinition } from './element.ts'
import { password, text } from './fields.ts'

/** The login that several samplers have as fields of their own. */
export const account: readonly ItemDefinition[] = [
  text('ConfigTestElement.username', '用户名', 'Username'),
  password('ConfigTestElement.password', '密码', 'Password'),
]
