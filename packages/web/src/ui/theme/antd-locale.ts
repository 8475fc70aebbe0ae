/** Texts of antd's own controls in both languages. */
import type { ConfigProviderProps } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

/** Type declarations describe these files as CommonJS, bundlers read them as modules: use the default export in both cases. */
function unwrapped(module: AntdLocale | { readonly default: AntdLocale }): AntdLocale {
  return 'default' in module ? module.default : module
}

export const antdLocales = { zh: unwrapped(zhCN), en: unwrapped(enUS) } as const
