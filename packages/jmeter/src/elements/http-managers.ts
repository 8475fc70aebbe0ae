/**
 * Elements that HTTP requests share: headers, cookies, cache, logins and DNS; and those that rewrite requests
 * beforehand.
 */
import { type ElementDefinition, elementsOf } from './element.ts'
import { choice, column, flag, list, number, optionsOf, table, text } from './fields.ts'

export const httpManagerElements: readonly ElementDefinition[] = [
  ...elementsOf('config', [
    {
      testclass: 'HeaderManager',
      guiclass: 'HeaderPanel',
      icon: 'table',
      zh: 'HTTP 信息头管理器',
      en: 'HTTP Header Manager',
      items: [
        table('HeaderManager.headers', '信息头', 'Headers', {
          elementType: 'Header',
          nameColumn: null,
          columns: [column('Header.name', '名称', 'Name'), column('Header.value', '值', 'Value')],
        }),
      ],
    },
    {
      testclass: 'CookieManager',
      guiclass: 'CookiePanel',
      icon: 'table',
      zh: 'HTTP Cookie 管理器',
      en: 'HTTP Cookie Manager',
      items: [
        table('CookieManager.cookies', '用户定义的 Cookie', 'User-defined cookies', {
          elementType: 'Cookie',
          nameColumn: null,
          columns: [
            column('Cookie.value', '值', 'Value'),
            column('Cookie.domain', '域', 'Domain'),
            column('Cookie.path', '路径', 'Path'),
            column('Cookie.secure', '安全', 'Secure', { widget: 'boolean' }),
            column('Cookie.expires', '过期时间', 'Expires', { type: 'long', initial: '0', isHidden: true }),
            column('Cookie.path_specified', '指定路径', 'Path given', {
              widget: 'boolean',
              initial: 'true',
              isHidden: true,
            }),
            column('Cookie.domain_specified', '指定域', 'Domain given', {
              widget: 'boolean',
              initial: 'true',
              isHidden: true,
            }),
          ],
        }),
        flag('CookieManager.clearEachIteration', '每次迭代清除 Cookie', 'Clear cookies each iteration'),
        flag(
          'CookieManager.controlledByThreadGroup',
          '由线程组设置决定是否清除',
          'Use the thread group’s setting to clear',
        ),
        choice('CookieManager.policy', 'Cookie 策略', 'Cookie policy', [
          'standard',
          'standard-strict',
          'ignoreCookies',
          'netscape',
          'default',
          'rfc2109',
          'rfc2965',
          'best-match',
          'compatibility',
        ]),
        text('CookieManager.implementation', '实现类', 'Implementation', {
          initial: 'org.apache.jmeter.protocol.http.control.HC4CookieHandler',
        }),
      ],
    },
    {
      testclass: 'CacheManager',
      guiclass: 'CacheManagerGui',
      icon: 'config',
      zh: 'HTTP 缓存管理器',
      en: 'HTTP Cache Manager',
      items: [
        flag('clearEachIteration', '每次迭代清除缓存', 'Clear cache each iteration'),
        flag('useExpires', '遵循 Cache-Control 和 Expires', 'Use Cache-Control and Expires', {
          initial: 'true',
          absent: 'false',
        }),
        flag(
          'CacheManager.controlledByThread',
          '由线程组设置决定是否清除',
          'Use the thread group’s setting to clear',
        ),
        number('maxSize', '缓存条目上限', 'Max number of elements', { type: 'int', initial: '5000' }),
      ],
    },
    {
      testclass: 'AuthManager',
      guiclass: 'AuthPanel',
      icon: 'key',
      zh: 'HTTP 授权管理器',
      en: 'HTTP Authorization Manager',
      items: [
        table('AuthManager.auth_list', '授权', 'Authorizations', {
          elementType: 'Authorization',
          nameColumn: null,
          columns: [
            column('Authorization.url', '基础 URL', 'Base URL'),
            column('Authorization.username', '用户名', 'Username'),
            column('Authorization.password', '密码', 'Password', { widget: 'password' }),
            column('Authorization.domain', '域', 'Domain'),
            column('Authorization.realm', 'Realm', 'Realm'),
            column('Authorization.mechanism', '方式', 'Mechanism', {
              initial: 'BASIC',
              options: optionsOf(['BASIC', 'DIGEST', 'KERBEROS', 'BASIC_DIGEST']),
            }),
          ],
        }),
        flag('AuthManager.clearEachIteration', '每次迭代清除授权', 'Clear auth each iteration'),
        flag(
          'AuthManager.controlledByThreadGroup',
          '由线程组设置决定是否清除',
          'Use the thread group’s setting to clear',
        ),
      ],
    },
    {
      testclass: 'DNSCacheManager',
      guiclass: 'DNSCachePanel',
      icon: 'network',
      zh: 'DNS 缓存管理器',
      en: 'DNS Cache Manager',
      items: [
        flag('DNSCacheManager.clearEachIteration', '每次迭代清除缓存', 'Clear cache each iteration', {
          initial: 'true',
        }),
        flag('DNSCacheManager.isCustomResolver', '使用自定义 DNS 解析器', 'Use custom DNS resolver'),
        list('DNSCacheManager.servers', 'DNS 服务器', 'DNS servers'),
        table('DNSCacheManager.hosts', '静态主机表', 'Static host table', {
          elementType: 'StaticHost',
          nameColumn: 'StaticHost.Name',
          columns: [
            column('StaticHost.Name', '主机', 'Host'),
            column('StaticHost.Address', '地址', 'Addresses'),
          ],
        }),
      ],
    },
  ]),
  ...elementsOf('preProcessor', [
    {
      testclass: 'AnchorModifier',
      guiclass: 'AnchorModifierGui',
      zh: 'HTML 链接解析器',
      en: 'HTML Link Parser',
    },
    {
      testclass: 'URLRewritingModifier',
      guiclass: 'URLRewritingModifierGui',
      zh: 'HTTP URL 重写修饰符',
      en: 'HTTP URL Re-writing Modifier',
      items: [
        text('argument_name', '会话参数名称', 'Session argument name'),
        flag('path_extension', '路径扩展（用 ; 分隔）', 'Path extension (use ; as separator)'),
        flag('path_extension_no_equals', '路径扩展中不用等号', 'No equals in path extension'),
        flag('path_extension_no_questionmark', '路径扩展中不用问号', 'No question mark in path extension'),
        flag('cache_value', '缓存会话 ID', 'Cache session id', { initial: 'true' }),
        flag('encode', 'URL 编码', 'URL encode'),
      ],
    },
    {
      testclass: 'RegExUserParameters',
      guiclass: 'RegExUserParametersGui',
      zh: '正则表达式用户参数',
      en: 'RegEx User Parameters',
      items: [
        text('RegExUserParameters.regex_ref_name', '正则提取器引用名称', 'Regular expression reference name'),
        number('RegExUserParameters.param_names_gr_nr', '参数名所在组号', 'Group number of parameter names'),
        number(
          'RegExUserParameters.param_values_gr_nr',
          '参数值所在组号',
          'Group number of parameter values',
        ),
      ],
    },
  ]),
]
