/** Texts of errors about users. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const userErrorTexts = {
  CannotTouchSelf: { zh: '不能锁定或删除自己的账号', en: 'You cannot lock or delete your own account' },
  LastAdministrator: {
    zh: '至少要保留一个可用的管理员',
    en: 'At least one active administrator must remain',
  },
  NotWaiting: {
    zh: '账号 {account} 不在等待批准',
    en: 'Account {account} is not pending approval',
  },
  UserManagesProjects: {
    zh: '用户 {account} 是项目 {projects} 的项目经理，请先更换项目经理',
    en: 'User {account} is the project manager of {projects}. Assign another project manager first',
  },
} as const satisfies Catalogue
