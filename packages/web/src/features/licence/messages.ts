/** Texts of the licence page, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const licenceMessages = {
  'licence.install': text('上传许可证', 'Upload licence'),
  'licence.remove': text('移除许可证', 'Remove licence'),
  'licence.removeTitle': text('移除许可证“{{holder}}”？', 'Remove licence “{{holder}}”?'),
  'licence.removeText': text(
    '移除后恢复社区许可：最多 {{users}} 个虚拟用户，不限天数。正在执行的任务不受影响。',
    'The community licence is restored: up to {{users}} virtual users, no expiry. Active runs are not affected.',
  ),
  'licence.removed': text('已恢复社区许可', 'Community licence restored'),
  'licence.installed': text('许可证已生效', 'The licence has taken effect'),

  'licence.totalUsers': text('总虚拟用户数', 'Total virtual users'),
  'licence.totalUsersDefinition': text(
    '所有任务同一时刻最多可占用的虚拟用户',
    'Virtual users that all runs together can reserve at the same time',
  ),
  'licence.used': text('当前占用', 'Currently in use'),
  'licence.usedDefinition': text(
    '所有进行中的执行预留的虚拟用户：各执行的计划峰值，手动调高负载后为调高后的数；集群的剩余容量按同一数字扣减',
    'Virtual users reserved by all active runs: the planned peak of each run, or the increased number if the load was raised manually. The remaining capacity of clusters is reduced by the same number.',
  ),
  'licence.usedNote': text('剩余 {{free}}', '{{free}} available'),
  'licence.peak': text('历史峰值', 'Historical peak'),
  'licence.authorisedDays': text('授权天数', 'Authorised days'),
  'licence.remainingDays': text('剩余天数', 'Remaining days'),
  'licence.unlimited': text('不限', 'Unlimited'),
  'licence.days': text('{{count}} 天', '{{count}} days'),
  'licence.until': text('至 {{day}}', 'until {{day}}'),
  'licence.producedAt': text('签发日期', 'Production date'),
  'licence.details': text('许可证', 'Licence details'),
  'licence.holder': text('持有者', 'Holder'),
  'licence.community': text('社区许可', 'Community'),
  'licence.state': text('状态', 'State'),
  'licence.notBefore': text('生效时间', 'Valid from'),
  'licence.expiresAt': text('到期时间', 'Expires'),
  'licence.number': text('许可证编号', 'Licence number'),
  'licence.features': text('功能', 'Features'),
  'licence.allFeatures': text('全部', 'All'),
  'licence.trustedKeys': text('受信任的公钥', 'Trusted public keys'),
  'licence.trustedKeysCount': text('{{count}} 个', '{{count}}'),
  'licence.noKeys': text(
    '无，把签发方的公钥放入服务器数据目录的 licence-keys.pem 后才能安装许可证',
    'None. To install a licence, first save the public key of its issuer to licence-keys.pem in the data folder of the server',
  ),
  'licence.keysUnusable': text(
    '公钥文件无法使用，请检查服务器的 licence-keys.pem',
    'The public key file is not valid. Check licence-keys.pem on the server',
  ),

  'licence.state.community': text('社区许可', 'Community licence'),
  'licence.state.valid': text('有效', 'Valid'),
  'licence.state.notYetValid': text('尚未生效', 'Not valid yet'),
  'licence.state.expired': text('已到期', 'Expired'),
  'licence.state.wrongSignature': text('签名不受信任', 'Signature not trusted'),
  'licence.state.damaged': text('文件已损坏', 'Damaged'),

  'licence.blocked.notYetValid': text(
    '许可证尚未生效，暂时不能启动任务。',
    'The licence is not valid yet. No runs can be started.',
  ),
  'licence.blocked.expired': text(
    '许可证已到期，不能启动新任务。请上传新的许可证，或移除它以恢复社区许可。',
    'The licence has expired. No runs can be started. Upload a new licence, or remove it to restore the community licence.',
  ),
  'licence.blocked.wrongSignature': text(
    '许可证的签名不受信任，不能启动新任务。请检查服务器上的许可证公钥。',
    'The signature of the licence is not trusted. No runs can be started. Check the public licence keys on the server.',
  ),
  'licence.blocked.damaged': text(
    '已安装的许可证损坏，不能启动新任务。请重新上传，或移除它以恢复社区许可。',
    'The installed licence is damaged. No runs can be started. Upload it again, or remove it to restore the community licence.',
  ),
  'licence.clock': text(
    '服务器时钟曾被调回：许可证按最后一次见到的时间 {{at}} 判断。请校准时钟。',
    'The server clock has been set back. The licence is evaluated at the last recorded time {{at}}. Correct the clock.',
  ),

  'licence.uploadTitle': text('上传许可证', 'Upload licence'),
  'licence.drop': text('点击或拖入许可证文件', 'Click or drop a licence file here'),
  'licence.limit': text('.licence、.lic 或 .txt，最大 64 KiB', '.licence, .lic or .txt, at most 64 KiB'),
  'licence.previewText': text(
    '以下是生效后的变化，确认后立即生效。',
    'The following changes take effect as soon as you confirm.',
  ),
  'licence.field': text('内容', 'Field'),
  'licence.now': text('现在', 'Current'),
  'licence.then': text('生效后', 'After'),
  'licence.confirm': text('立即生效', 'Apply now'),
  'licence.otherFile': text('换一个文件', 'Select another file'),
  'licence.fewerThanUsed': text(
    '新的总虚拟用户数小于当前占用的 {{used}}：正在执行的任务不受影响，但暂时不能启动新任务。',
    'The new total is less than the {{used}} virtual users in use. Active runs are not affected, but no new runs can be started for now.',
  ),
  'licence.refusal.damaged': text(
    '此文件已损坏、被修改，或不是许可证文件，不能安装。',
    'This file is damaged, has been modified, or is not a licence file. It cannot be installed.',
  ),
  'licence.refusal.wrongSignature': text(
    '此文件的签名不受信任，不能安装：签发方的公钥不在服务器的 licence-keys.pem 中。',
    'The signature of this file is not trusted. It cannot be installed: the public key of its issuer is not in licence-keys.pem on the server.',
  ),
  'licence.refusal.expired': text(
    '此许可证已到期，不能安装。',
    'This licence has expired; it cannot be installed.',
  ),
  'licence.refusal.notYetValid': text(
    '此许可证尚未生效，到生效时间后才能安装。',
    'This licence is not valid yet. It can be installed from its start date on.',
  ),

  'licence.history': text('变更记录', 'History'),
  'licence.historyEmpty': text('还没有安装过许可证', 'No licence has been installed yet'),
  'licence.historyEmptyText': text(
    '社区许可开箱即用；需要更多虚拟用户时上传许可证。',
    'The community licence is built in. Upload a licence if you need more virtual users.',
  ),
  'licence.at': text('时间', 'Time'),
  'licence.by': text('操作人', 'Operator'),
  'licence.kind': text('变更', 'Change'),
  'licence.kind.installed': text('安装', 'Installed'),
  'licence.kind.removed': text('移除', 'Removed'),
} as const
