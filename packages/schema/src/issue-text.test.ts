import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountSchema, optionalEmailSchema } from './common.ts'
import { issueText } from './issue-text.ts'
import { variableNameSchema } from './template.ts'

const firstText = (schema: z.ZodType, value: unknown, language: 'zh' | 'en' = 'en') => {
  const issue = schema.safeParse(value, { reportInput: true }).error?.issues[0]
  return issue && issueText(issue, language)
}

test.each([
  [z.string().min(1), '', 'This field is required'],
  [z.string(), undefined, 'This field is required'],
  [z.string().max(3), 'abcd', 'At most 3 characters'],
  [z.int().min(1), 0, 'Must not be less than 1'],
  [z.int(), 1.5, 'Enter an integer'],
  [z.number(), 'x', 'Enter a number'],
  [z.array(z.string()).min(2), [], 'At least 2 entries'],
  [z.uuid(), '', 'Select an option'],
  [
    z.url({ protocol: /^https?$/ }),
    'shop.example.com',
    'Enter a complete address that begins with http:// or https://',
  ],
  [z.enum(['a']), 'b', 'Select one of the listed options'],
  [
    accountSchema,
    '1x',
    '3 to 32 characters, starting with a letter; letters, digits, dot, underscore and hyphen',
  ],
  [
    variableNameSchema,
    'order number',
    '1 to 64 characters, starting with a letter or underscore; letters, digits, underscore and dot',
  ],
  [optionalEmailSchema, 'nobody', 'Invalid e-mail address. Example: name@example.com'],
])('a refused value is explained: %#', (schema, value, expected) => {
  expect(firstText(schema, value)).toBe(expected)
})

test('the text is in the wanted language', () => {
  expect(firstText(z.string().min(1), '', 'zh')).toBe('不能为空')
})
