/** Columns of the Excel template for accounts, in both languages; the template is written and read by them. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

export interface ImportColumn {
  readonly field: 'account' | 'realName' | 'email' | 'phone' | 'organisation'
  readonly title: Bilingual
  readonly isRequired: boolean
  readonly example: string
  readonly note: Bilingual
  /** Width in characters. */
  readonly width: number
}

export const importColumns: readonly ImportColumn[] = [
  {
    field: 'account',
    title: { zh: '账号', en: 'Account' },
    isRequired: true,
    example: 'zhang.san',
    note: {
      zh: '必填，3 至 32 位，以字母开头，可含字母、数字、点、下划线和短横线，不能与已有账号重复',
      en: 'Required: 3 to 32 characters, starting with a letter; letters, digits, dot, underscore, hyphen; not taken yet',
    },
    width: 20,
  },
  {
    field: 'realName',
    title: { zh: '姓名', en: 'Real name' },
    isRequired: true,
    example: '张三',
    note: { zh: '必填，最多 64 个字符', en: 'Required, at most 64 characters' },
    width: 20,
  },
  {
    field: 'email',
    title: { zh: '邮箱', en: 'E-mail' },
    isRequired: false,
    example: 'zhang.san@example.com',
    note: { zh: '选填', en: 'Optional' },
    width: 30,
  },
  {
    field: 'phone',
    title: { zh: '电话', en: 'Phone' },
    isRequired: false,
    example: '13800138000',
    note: {
      zh: '选填，手机号、带区号的座机号或以 + 开头的国际号码；单元格请用文本格式',
      en: 'Optional: mobile number, landline with area code, or + and country code; keep the cell formatted as text',
    },
    width: 20,
  },
  {
    field: 'organisation',
    title: { zh: '单位', en: 'Organisation' },
    isRequired: false,
    example: '质量保障部',
    note: { zh: '选填，最多 128 个字符', en: 'Optional, at most 128 characters' },
    width: 30,
  },
]

/** What stands in the template's first row, e.g. `账号 Account *`. */
export const headingOf = ({ title, isRequired }: ImportColumn): string =>
  `${title.zh} ${title.en}${isRequired ? ' *' : ''}`
