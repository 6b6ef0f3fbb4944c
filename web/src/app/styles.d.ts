/** Style sheets are imported for the build, which makes one file of them. */
declare module "*.css";
