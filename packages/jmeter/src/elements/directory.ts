/** Elements of LDAP. */

import { account } from './account.ts'
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import {
  argumentTable,
  choice,
  column,
  flag,
  nested,
  number,
  password,
  table,
  text,
  textFlag,
} from './fields.ts'

const ldap: readonly ItemDefinition[] = [
  text('servername', '服务器名称或 IP', 'Server name or IP'),
  number('port', '端口', 'Port', { max: 65_535 }),
  text('rootdn', '根 DN', 'Root DN'),
  choice('test', '测试类型', 'Test', [
    ['add', '添加', 'Add'],
    ['modify', '修改', 'Modify'],
    ['delete', '删除', 'Delete'],
    ['search', '查询', 'Search'],
  ]),
  flag('user_defined', '自定义测试', 'User-defined test'),
  text('base_entry_dn', '条目 DN', 'Entry DN'),
  text('search', '查询基准', 'Search base'),
  text('searchfilter', '查询过滤器', 'Search filter'),
  text('delete', '删除', 'Delete'),
  argumentTable('arguments', '属性', 'Attributes'),
]

const ldapExt: readonly ItemDefinition[] = [
  text('servername', '服务器名称或 IP', 'Server name or IP'),
  number('port', '端口', 'Port', { max: 65_535 }),
  text('rootdn', 'DN', 'DN'),
  choice('test', '测试类型', 'Test', [
    ['bind', '绑定', 'Thread bind'],
    ['unbind', '解绑', 'Thread unbind'],
    ['sbind', '单次绑定与解绑', 'Single bind/unbind'],
    ['rename', '重命名', 'Rename'],
    ['add', '添加', 'Add'],
    ['delete', '删除', 'Delete'],
    ['search', '查询', 'Search'],
    ['modify', '修改', 'Modification'],
    ['compare', '比较', 'Compare'],
  ]),
  text('search', '查询基准', 'Search base'),
  text('searchfilter', '查询过滤器', 'Search filter'),
  choice('scope', '范围', 'Scope', [
    ['0', '基准对象', 'Base object'],
    ['1', '一级', 'One level'],
    ['2', '子树', 'Subtree'],
  ]),
  number('countlimit', '数量上限', 'Size limit'),
  number('timelimit', '时间上限（毫秒）', 'Time limit (ms)'),
  text('attributes', '返回的属性', 'Attributes'),
  textFlag('return_object', '返回对象', 'Return object'),
  textFlag('deref_aliases', '解引用别名', 'Dereference aliases'),
  number('connection_timeout', '连接超时（毫秒）', 'Connection time-out (ms)'),
  textFlag('parseflag', '解析查询结果', 'Parse the search results'),
  textFlag('secure', '使用安全 LDAP', 'Use secure LDAP'),
  textFlag('trustall', '信任所有证书', 'Trust all certificates'),
  text('user_dn', '用户 DN', 'User DN'),
  password('user_pw', '密码', 'Password'),
  text('base_entry_dn', '条目 DN', 'Entry DN'),
  text('comparedn', '比较的条目 DN', 'Entry DN to compare'),
  text('comparefilt', '比较过滤器', 'Compare filter'),
  text('modddn', '旧条目名称', 'Old entry name'),
  text('newdn', '新的相对名称', 'New distinguished name'),
  text('delete', '删除的条目', 'Entry to delete'),
  argumentTable('arguments', '要添加的属性', 'Attributes to add'),
  nested(
    'ldaparguments',
    {
      elementType: 'LDAPArguments',
      guiclass: 'LDAPArgumentsPanel',
      testclass: 'LDAPArguments',
      testname: 'User Defined Variables',
    },
    [
      table('Arguments.arguments', '要修改的属性', 'Attributes to modify', {
        elementType: 'LDAPArgument',
        nameColumn: 'Argument.name',
        columns: [
          column('Argument.name', '属性名', 'Attribute'),
          column('Argument.value', '值', 'Value'),
          column('Argument.opcode', '操作', 'Operation', { initial: 'replace' }),
          column('Argument.metadata', '分隔', 'Metadata', { initial: '=', isHidden: true }),
        ],
      }),
    ],
  ),
]

export const directoryElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      testclass: 'LDAPSampler',
      guiclass: 'LdapTestSamplerGui',
      icon: 'directory',
      zh: 'LDAP 请求',
      en: 'LDAP Request',
      items: [...ldap, ...account],
    },
    {
      testclass: 'LDAPExtSampler',
      guiclass: 'LdapExtTestSamplerGui',
      icon: 'directory',
      zh: 'LDAP 扩展请求',
      en: 'LDAP Extended Request',
      items: ldapExt,
    },
  ]),
  ...elementsOf('config', [
    {
      testclass: 'ConfigTestElement',
      guiclass: 'LdapConfigGui',
      icon: 'directory',
      zh: 'LDAP 默认请求',
      en: 'LDAP Request Defaults',
      items: ldap,
    },
    {
      testclass: 'ConfigTestElement',
      guiclass: 'LdapExtConfigGui',
      icon: 'directory',
      zh: 'LDAP 扩展请求默认值',
      en: 'LDAP Extended Request Defaults',
      items: ldapExt,
    },
  ]),
]
