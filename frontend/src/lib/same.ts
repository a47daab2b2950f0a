// Comparison by content.

/** Return whether two values are equal: arrays and plain objects by what they hold, of which undefined counts as nothing. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((item, at) => same(item, other[at]));
  if (Object.getPrototypeOf(one) !== Object.prototype || Object.getPrototypeOf(other) !== Object.prototype) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return Object.keys(a).every((key) => same(a[key], b[key])) && Object.keys(b).every((key) => key in a || b[key] === undefined);
}
