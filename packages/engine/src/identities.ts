/**
 * Generated personal data for tests: mainland mobile numbers, identity numbers with a valid check digit, Chinese names.
 */

type Random = () => number

const mobilePrefixes =
  '130 131 132 133 135 136 137 138 139 150 151 152 155 157 158 159 166 176 177 178 180 181 182 183 185 186 187 188 189 198 199'.split(
    ' ',
  )
/** Districts of large cities, GB/T 2260. */
const districts =
  '110101 110105 110108 310101 310104 310115 440103 440106 440304 440305 330102 330106 320102 320106 510104 510107 420102 420106 500103 610103'.split(
    ' ',
  )
const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余'
const givenNames = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华建文玉红梅辉鹏飞云龙宇浩然欣怡子涵思远嘉'

const pick = <T>(items: ArrayLike<T>, random: Random): T | undefined =>
  items[Math.floor(random() * items.length)]
const digits = (count: number, random: Random) =>
  String(Math.floor(random() * 10 ** count)).padStart(count, '0')

/** An 11-digit mobile number. */
export const phone = (random: Random): string => `${pick(mobilePrefixes, random) ?? ''}${digits(8, random)}`

/** Check character of the first 17 digits. @see ISO 7064 MOD 11-2, GB 11643-1999 */
export function idCardCheck(first17: string): string {
  let sum = 0
  for (let i = 0; i < 17; i++) sum += Number(first17[i]) * (2 ** (17 - i) % 11)
  return '10X98765432'[sum % 11] ?? ''
}

/** An 18-character identity number of a person born 1960 to 2005. */
export function idCard(random: Random): string {
  const bornAt = new Date(Date.UTC(1960, 0, 1) + Math.floor(random() * 46 * 365.25) * 86_400_000)
  const born = bornAt.toISOString().slice(0, 10).replaceAll('-', '')
  const first17 = `${pick(districts, random) ?? ''}${born}${digits(3, random)}`
  return first17 + idCardCheck(first17)
}

/** A surname with a given name of one or two characters. */
export function chineseName(random: Random): string {
  const second = random() < 0.7 ? (pick(givenNames, random) ?? '') : ''
  return `${pick(surnames, random) ?? ''}${pick(givenNames, random) ?? ''}${second}`
}
