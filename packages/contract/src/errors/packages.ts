/** Texts of errors about install packages. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const packageErrorTexts = {
  PackageExists: {
    zh: '{type} {version}（{system}，{architecture}）的安装包已存在',
    en: 'A package for {type} {version} ({system}, {architecture}) already exists',
  },
  AllSystemsAdded: {
    zh: '{type} {version} 支持的系统类型已全部添加',
    en: 'Packages for all supported systems of {type} {version} have been added',
  },
  PackageInUse: {
    zh: '安装包“{package}”正在使用：{users}，不能删除',
    en: 'Package “{package}” is in use by {users} and cannot be deleted',
  },
} as const satisfies Catalogue
