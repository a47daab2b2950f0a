// Where cards lie, as boxes to compare: for the tests of layouts.
import type { View } from "@/lib/protocol";
import { type Box, type Laid, RATIO } from "@/stage/layout";

export function boxOf(laid: Laid, handle: number): Box {
  const { x, y, size, turn, form } = laid.places.get(handle)!;
  const high = form === "figure" ? size : size * RATIO;
  const [w, h] = turn === 90 ? [high, size] : [size, high];
  return { x: x - w / 2, y: y - h / 2, w, h };
}

export function handles(view: View, zone: string): number[] {
  return (view.zones.find((one) => one.id === zone)?.cards ?? []).map((one) => one.handle ?? 0);
}

export function apart(a: Box, b: Box): boolean {
  return a.x + a.w <= b.x + 1 || b.x + b.w <= a.x + 1 || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;
}
