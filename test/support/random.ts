export { Random } from "../../transport/library/factory/random.ts";
